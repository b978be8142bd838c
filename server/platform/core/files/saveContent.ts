import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { formatFileTypes } from '#shared/format/fileTypes.ts'
import type { FileType } from '#shared/format/fileTypes.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { limits } from '#shared/limits.ts'
import { detectEncoding, decodeText } from '../csv/readTable.ts'
import { HttpError } from '../platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { assertSafeArchive } from './archive.ts'
import { rewriteImage } from './image.ts'
import type { ImageSize, ImageFormat } from './image.ts'
import type { ReceivedFile } from '../http/receiveUpload.ts'
import { normalizeCaptions } from './captions.ts'
import { captionMessages, fileMessages } from './messages.ts'
import { fileRejected, detectFileType } from './detectFileType.ts'
import type { FileStorage } from './storage.ts'
import { addedHeaderLines, convertSubRip } from './subRip.ts'

type StoredContent = {
  type: FileType
  sha256: string
  size: number
  image: ImageSize | null
  /** The upload was SubRip captions, which are now WebVTT. */
  wasSubRip: boolean
}

export const getThumbnailKey = (sha256: string) => `${sha256}-small`

/**
 * Detects a file's type, rewrites images and captions, and stores the result. `insert` runs while
 * the content can't be deleted.
 */
export async function saveContent<T, Told>(
  { path, size, sha256 }: ReceivedFile,
  field: Field,
  storage: FileStorage,
  readFacts: () => Promise<Told>,
  insert: (content: StoredContent, hold: ContentLock, told: Told) => Promise<T>,
): Promise<T> {
  if (size === 0) throw fileRejected(fileMessages.empty)
  const converted = field.accept?.includes('text/vtt')
    ? await convertSubRip(path, limits.captionBytes)
    : null
  const wasSubRip = converted !== null
  const type = wasSubRip
    ? 'text/vtt'
    : ((await detectFileType(path)) ?? (await detectTable(path, field)))
  if (!type || (field.accept && !field.accept.includes(type)))
    throw fileRejected(describeWrongType(type, field))
  if (type === 'application/zip') await assertSafeArchive(path)
  if (type === 'text/vtt' && size > limits.captionBytes)
    throw fileRejected(captionMessages.tooLarge(limits.captionBytes))
  const captions = wasSubRip
    ? normalizeCaptions(converted, addedHeaderLines)
    : type === 'text/vtt'
      ? normalizeCaptions(await readFile(path, 'utf8'))
      : null
  const facts = await readFacts()

  const [rewritten, thumbnail] = [`${path}.new`, `${path}.small`]
  try {
    if (captions !== null) await writeFile(rewritten, captions, { mode: 0o600 })
    const image = await rewriteIfImage(type, path, rewritten, thumbnail)
    const isNew = image !== null || captions !== null
    const storedFile = isNew
      ? { sha256: await hashFile(rewritten), size: (await stat(rewritten)).size }
      : { sha256, size }
    const content = { type, image, wasSubRip, ...storedFile }
    const keys = image ? [content.sha256, getThumbnailKey(content.sha256)] : [content.sha256]
    if (image) await storage.put(getThumbnailKey(content.sha256), thumbnail)
    await storage.put(content.sha256, isNew ? rewritten : path)
    return await insert(content, createContentLock(storage, keys), facts)
  } finally {
    await Promise.all(
      [rewritten, thumbnail].map((temporaryPath) => rm(temporaryPath, { force: true })),
    )
  }
}

/** An image that was read from another file and stored. */
export type StoredImage = Omit<StoredContent, 'image' | 'wasSubRip'> &
  ImageSize & { lock: ContentLock }
type ContentLock = (trx: Connection) => Promise<boolean>

export async function saveImage(
  content: Buffer,
  format: ImageFormat,
  base: string,
  storage: FileStorage,
): Promise<StoredImage> {
  const [rewritten, thumbnail] = [`${base}.new`, `${base}.small`]
  try {
    const image = await rewriteImage(content, format, rewritten, thumbnail)
    const [sha256, { size }] = [await hashFile(rewritten), await stat(rewritten)]
    await storage.put(getThumbnailKey(sha256), thumbnail)
    await storage.put(sha256, rewritten)
    return {
      ...image,
      type: `image/${format}`,
      sha256,
      size,
      lock: createContentLock(storage, [sha256, getThumbnailKey(sha256)]),
    }
  } finally {
    await Promise.all(
      [rewritten, thumbnail].map((temporaryPath) => rm(temporaryPath, { force: true })),
    )
  }
}

/**
 * Creates a lock that keeps content from being deleted until the transaction ends. It returns false
 * if the content is already gone.
 */
const createContentLock =
  (storage: FileStorage, keys: readonly string[]): ContentLock =>
  async (trx) => {
    await lockContent(trx, keys[0] ?? '')
    const existence = await Promise.all(keys.map((key) => storage.has(key)))
    return existence.every(Boolean)
  }

/**
 * Locks content until the transaction ends, so that no other call can use or delete it.
 */
export const lockContent = (trx: Connection, sha256: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(trx)

function rewriteIfImage(type: FileType, path: string, to: string, thumbnail: string) {
  switch (type) {
    case 'image/png':
      return rewriteImage(path, 'png', to, thumbnail)
    case 'image/jpeg':
      return rewriteImage(path, 'jpeg', to, thumbnail)
    case 'image/webp':
      return rewriteImage(path, 'webp', to, thumbnail)
    case 'image/gif':
      return rewriteImage(path, 'gif', to, thumbnail)
    default:
      return null
  }
}

/** Accepts a table as other programs write it. Its rows are checked by the import. */
async function detectTable(path: string, { accept }: Field): Promise<FileType | null> {
  if (accept?.length !== 1 || accept[0] !== 'text/csv') return null
  const encoding = await detectEncoding(createReadStream(path))
  try {
    for await (const text of decodeText(createReadStream(path), encoding))
      if (/^\s*<[!?a-z]/i.test(text.slice(0, 100))) return null
    return 'text/csv'
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

function describeWrongType(type: FileType | null, { accept }: Field): string {
  if (type) return fileMessages.wrongType(formatFileTypes([type]), formatFileTypes(accept ?? []))
  return accept ? fileMessages.unknownType(formatFileTypes(accept)) : fileMessages.typeNotAllowed
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
