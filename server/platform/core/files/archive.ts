import { crc32 } from 'node:zlib'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { limits } from '#shared/limits.ts'
import { HttpError } from '../platform/httpError.ts'
import { archiveMessages } from './messages.ts'
import { fileRejected } from './detectFileType.ts'
import { isSystemFile } from './systemFiles.ts'

const {
  entries: maxEntries,
  entryBytes: maxEntryBytes,
  bytes: maxArchiveBytes,
  ratio: maxCompressionRatio,
} = limits.archive

/**
 * The file extensions an archive can contain: what themes and courses use, but no programs or
 * archives.
 */
const allowedExtensions = new Set(
  `avif css csv gif hbs htm html ico jpeg jpg js json liquid map md mjs mp3 mp4 otf pdf png scss svg ttf txt vtt webm webp
  woff woff2 xml yaml yml`.split(/\s+/),
)

/**
 * Reads an archive to its end without unpacking it. Rejects paths outside it, links, names that are
 * equal on some disks, overlaps, and zip bombs.
 */
export async function assertSafeArchive(path: string): Promise<void> {
  try {
    const archive = await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    })
    try {
      await checkEntries(archive)
    } finally {
      archive.close()
    }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    const [, message = archiveMessages.damaged] =
      archiveErrors.find(([pattern]) => pattern.test(String(cause))) ?? []
    throw fileRejected(message)
  }
}

const archiveErrors: readonly [RegExp, string][] = [
  [/relative path|absolute path/i, archiveMessages.leadsOut],
  // The library's error for a path with backslashes.
  [/invalid characters/i, archiveMessages.backslash],
  [/bytes in the stream|size mismatch/i, archiveMessages.wrongSize],
]

async function checkEntries(archive: ZipFile): Promise<void> {
  if (archive.entryCount > maxEntries) throw fileRejected(archiveMessages.tooManyFiles(maxEntries))
  const names = new Set<string>()
  const ranges: { start: number; end: number }[] = []
  let count = 0
  let bytes = 0
  for await (const entry of archive.eachEntry()) {
    count += 1
    bytes += entry.uncompressedSize
    // The archive's own entry count may be false.
    if (count > maxEntries) throw fileRejected(archiveMessages.tooManyFiles(maxEntries))
    if (bytes > maxArchiveBytes)
      throw fileRejected(archiveMessages.tooLarge(maxArchiveBytes / 1_000_000))
    const describeError = findEntryError(entry, names)
    if (describeError) throw fileRejected(describeError(toDisplayName(entry)))
    ranges.push(await findEntryRange(archive, entry))
    await verifyEntry(archive, entry)
  }
  if (!ranges.some(({ start }) => start === 0) && count > 0)
    throw fileRejected(archiveMessages.dataBeforeStart)
  ranges.sort((one, other) => one.start - other.start)
  if (ranges.some(({ start }, index) => index > 0 && start < (ranges[index - 1]?.end ?? 0)))
    throw fileRejected(archiveMessages.overlapping)
}

const toDisplayName = ({ fileName }: Entry) =>
  fileName.replaceAll(/[\p{Cc}\p{Cf}"]/gu, '?').slice(0, 80)

const directoryMode = 0o040000
const regularFileMode = 0o100000

type DescribeEntryError = (name: string) => string

function findEntryError(entry: Entry, names: Set<string>): DescribeEntryError | undefined {
  const { fileName, externalFileAttributes, uncompressedSize, compressedSize } = entry
  const isFolder = fileName.endsWith('/')
  const kind = (externalFileAttributes >>> 16) & 0o170000
  const isSystem = isSystemFile(fileName)
  if (!isSystem && /[\p{Cc}\p{Cf}]/u.test(fileName)) return archiveMessages.hiddenCharacters
  if (![0, isFolder ? directoryMode : regularFileMode].includes(kind))
    return archiveMessages.notRegular
  if (entry.isEncrypted()) return archiveMessages.encrypted
  if (![0, 8].includes(entry.compressionMethod)) return archiveMessages.compression
  const name = fileName.normalize('NFC').toLowerCase().replace(/\/$/, '')
  if (names.has(name)) return archiveMessages.twice
  names.add(name)
  if (uncompressedSize > maxEntryBytes)
    return (shown) => archiveMessages.fileTooLarge(shown, maxEntryBytes / 1_000_000)
  // Small files of one repeated letter compress well and are harmless.
  if (uncompressedSize > 1_000_000 && uncompressedSize > compressedSize * maxCompressionRatio)
    return (shown) => archiveMessages.growsTooMuch(shown, maxCompressionRatio)
  if (isFolder) return uncompressedSize > 0 ? archiveMessages.folderContent : undefined
  const extension = /\.([^./]+)$/.exec(name)?.[1] ?? ''
  return isSystem || allowedExtensions.has(extension) ? undefined : archiveMessages.typeNotAllowed
}

async function findEntryRange(archive: ZipFile, entry: Entry) {
  const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true })
  return { start: entry.relativeOffsetOfLocalHeader, end: fileDataStart + entry.compressedSize }
}

async function verifyEntry(archive: ZipFile, entry: Entry): Promise<void> {
  let sum = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) sum = crc32(chunk, sum)
  if (sum !== entry.crc32) throw fileRejected(archiveMessages.checksum(toDisplayName(entry)))
}
