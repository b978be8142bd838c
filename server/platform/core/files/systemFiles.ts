const systemFolderNames = [
  '__macosx',
  '.spotlight-v100',
  '.trashes',
  '.fseventsd',
  '.temporaryitems',
]
const systemFileNames = ['.ds_store', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r']

/**
 * Whether an operating system or its file manager added this archive entry. Nothing reads such
 * entries.
 */
export function isSystemFile(path: string): boolean {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  return (
    systemFileNames.includes(name) ||
    // AppleDouble: macOS metadata of the file with this name.
    name.startsWith('._') ||
    parts.some((part) => systemFolderNames.includes(part))
  )
}
