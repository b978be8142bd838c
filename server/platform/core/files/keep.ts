import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { typesInWords } from '#shared/format/fileTypes.ts'
import type { FileType } from '#shared/format/fileTypes.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { limits } from '#shared/limits.ts'
import { encodingOf, textOf } from '../csv/readTable.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { checkArchive } from './archive.ts'
import { rewritePicture } from './picture.ts'
import type { Picture, PictureFormat } from './picture.ts'
import type { Received } from '../http/receive.ts'
import { normalizeCaptions } from './captions.ts'
import { captionMessages, fileMessages } from './messages.ts'
import { notTaken, recognise } from './recognise.ts'
import type { Storage } from './storage.ts'
import { linesBefore, webVttOf } from './subRip.ts'

export type Content = {
  type: FileType
  sha256: string
  size: number
  picture: Picture | null
  /** These were captions in SubRip, and are WebVTT now. */
  wasSubRip: boolean
}

export const thumbnailOf = (sha256: string) => `${sha256}-small`

/** Checks what a file really is, rewrites pictures and captions, and stores what is left; `insert` is called while the file can't be deleted. */
export async function keepContent<T, Told>(
  { path, size, sha256 }: Received,
  field: Field,
  storage: Storage,
  look: () => Promise<Told>,
  insert: (content: Content, hold: Hold, told: Told) => Promise<T>,
): Promise<T> {
  if (size === 0) throw notTaken(fileMessages.empty)
  const converted = field.accept?.includes('text/vtt')
    ? await webVttOf(path, limits.captionBytes)
    : null
  const wasSubRip = converted !== null
  const type = wasSubRip ? 'text/vtt' : ((await recognise(path)) ?? (await tableIn(path, field)))
  if (!type || (field.accept && !field.accept.includes(type)))
    throw notTaken(wrongType(type, field))
  if (type === 'application/zip') await checkArchive(path)
  if (type === 'text/vtt' && size > limits.captionBytes)
    throw notTaken(captionMessages.tooLarge(limits.captionBytes))
  const captions = wasSubRip
    ? normalizeCaptions(converted, linesBefore)
    : type === 'text/vtt'
      ? normalizeCaptions(await readFile(path, 'utf8'))
      : null
  const told = await look()

  const [rewritten, thumbnail] = [`${path}.new`, `${path}.small`]
  try {
    if (captions !== null) await writeFile(rewritten, captions, { mode: 0o600 })
    const picture = await pictureFrom(type, path, rewritten, thumbnail)
    const isNew = picture !== null || captions !== null
    const kept = isNew
      ? { sha256: await hashOf(rewritten), size: (await stat(rewritten)).size }
      : { sha256, size }
    const content = { type, picture, wasSubRip, ...kept }
    const keys = picture ? [content.sha256, thumbnailOf(content.sha256)] : [content.sha256]
    if (picture) await storage.put(thumbnailOf(content.sha256), thumbnail)
    await storage.put(content.sha256, isNew ? rewritten : path)
    return await insert(content, holding(storage, keys), told)
  } finally {
    await Promise.all([rewritten, thumbnail].map((left) => rm(left, { force: true })))
  }
}

/** What a picture is kept as that was read out of another file. `base` is a path in the storage's folder for what comes in. */
export type KeptPicture = Omit<Content, 'picture' | 'wasSubRip'> & Picture & { hold: Hold }
type Hold = (trx: Connection) => Promise<boolean>

export async function keepPicture(
  content: Buffer,
  format: PictureFormat,
  base: string,
  storage: Storage,
): Promise<KeptPicture> {
  const [rewritten, thumbnail] = [`${base}.new`, `${base}.small`]
  try {
    const picture = await rewritePicture(content, format, rewritten, thumbnail)
    const [sha256, { size }] = [await hashOf(rewritten), await stat(rewritten)]
    await storage.put(thumbnailOf(sha256), thumbnail)
    await storage.put(sha256, rewritten)
    return {
      ...picture,
      type: `image/${format}`,
      sha256,
      size,
      hold: holding(storage, [sha256, thumbnailOf(sha256)]),
    }
  } finally {
    await Promise.all([rewritten, thumbnail].map((left) => rm(left, { force: true })))
  }
}

/** Keeps a content from being deleted until the end of the transaction; false where it is gone already. */
const holding =
  (storage: Storage, keys: readonly string[]): Hold =>
  async (trx) => {
    await holdContent(trx, keys[0] ?? '')
    const there = await Promise.all(keys.map((key) => storage.has(key)))
    return there.every(Boolean)
  }

/** Until the end of the transaction nobody else begins to use this content, or deletes it. */
export const holdContent = (trx: Connection, sha256: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(trx)

function pictureFrom(type: FileType, path: string, to: string, thumbnail: string) {
  switch (type) {
    case 'image/png':
      return rewritePicture(path, 'png', to, thumbnail)
    case 'image/jpeg':
      return rewritePicture(path, 'jpeg', to, thumbnail)
    case 'image/webp':
      return rewritePicture(path, 'webp', to, thumbnail)
    case 'image/gif':
      return rewritePicture(path, 'gif', to, thumbnail)
    default:
      return null
  }
}

/** A table may be written as other programs write it; what is in it is looked at when it is read. */
async function tableIn(path: string, { accept }: Field): Promise<FileType | null> {
  if (accept?.length !== 1 || accept[0] !== 'text/csv') return null
  const encoding = await encodingOf(createReadStream(path))
  try {
    for await (const text of textOf(createReadStream(path), encoding))
      if (/^\s*<[!?a-z]/i.test(text.slice(0, 100))) return null
    return 'text/csv'
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function wrongType(type: FileType | null, { accept }: Field): string {
  if (type) return fileMessages.wrongType(typesInWords([type]), typesInWords(accept ?? []))
  return accept ? fileMessages.unknownType(typesInWords(accept)) : fileMessages.typeNotAllowed
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
