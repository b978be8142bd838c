/** What a file may be, by what it really is, and how that is called. */
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

/** These types in words: "PNG, JPEG, or WebP". */
export function formatFileTypes(types: readonly string[]): string {
  const names = types.map((type) => (type in fileTypes ? fileTypes[type as FileType] : type))
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}
