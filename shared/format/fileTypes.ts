/** Names of file types, by the type that the content has. */
export const fileTypes = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'text/csv': 'CSV',
  'text/vtt': 'WebVTT',
} as const

export type FileType = keyof typeof fileTypes

/** Lists types by name: "PNG, JPEG, or WebP". */
export function formatFileTypes(types: readonly string[]): string {
  const names = types.map((type) => (type in fileTypes ? fileTypes[type as FileType] : type))
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}
