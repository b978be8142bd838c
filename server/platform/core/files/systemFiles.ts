const systemFolderNames = [
  '__macosx',
  '.spotlight-v100',
  '.trashes',
  '.fseventsd',
  '.temporaryitems',
]
const systemFileNames = ['.ds_store', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r']

/** Whether an operating system added this entry to an archive: macOS, Windows, and their file managers. Nothing reads it. */
export function isSystemFile(path: string): boolean {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  return (
    systemFileNames.includes(name) ||
    // AppleDouble: what macOS knows about the file of this name.
    name.startsWith('._') ||
    parts.some((part) => systemFolderNames.includes(part))
  )
}
