import { sql } from 'kysely'
import { fileTypes } from '#shared/format/fileTypes.ts'
import { fileTooLarge } from '#shared/engine/fields/fileMessages.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { importField, importFile } from '#shared/engine/imports/importFields.ts'
import { may } from '#shared/permissions/may.ts'
import type { Caller } from '../auth/tokens.ts'
import { demand } from '../http/answering.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Call, Perform, Work } from '../http/call.ts'
import { badRequest, invalid, notFound, Refusal } from '../platform/refusal.ts'
import { object } from '../http/schemas.ts'
import { orNull, text, whole } from '../http/schema.ts'
import { rowsOf } from '../records/inScope.ts'
import { idIn } from '../records/recordId.ts'
import type { Platform } from '../platform/platform.ts'
import type { FileRow } from '#server/platform/database/schema.ts'
import { keepContent, thumbnailOf } from './keep.ts'
import type { KeptPicture } from './keep.ts'
import type { Storage } from './storage.ts'
import { requireUploadQuota } from './uploadQuota.ts'
import type { Received } from '../http/receive.ts'
import { fileMessages } from './messages.ts'

type Kept = Omit<FileRow, 'id' | 'tells'> & { id: number }
type Found = KeptPicture & { name: string; usedFor: string }

/** What was read: `tells` is kept beside the file, `fills` are the texts of the fields beside it, by their names. */
export type FileFacts = { tells: object; fills: Readonly<Record<string, string>> }

/** What an area reads out of a file that is known to be harmless, in the upload's transaction. */
export type Look = (
  path: string,
  storage: Storage,
) => Promise<(insert: (found: Found) => Promise<number>) => Promise<FileFacts>>

export type Looks = Readonly<Record<string, Look>>

type Place = { resource: Resource; name: string; field: Field }

const schema = object(
  {
    id: whole,
    name: text,
    type: { enum: Object.keys(fileTypes) },
    size: whole,
    width: orNull(whole),
    height: orNull(whole),
    fills: { type: 'object', additionalProperties: text },
  },
  ['id', 'name', 'type', 'size', 'width', 'height'],
)
const types = Object.keys(fileTypes)

/** Files are uploaded for a field of a resource: its rights are theirs. */
export function fileCalls(definitions: readonly Resource[], looks: Looks = {}): Call[] {
  const places = new Map(
    definitions.flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([, field]) => isUpload(field))
        .map(([name, field]) => [`${resource.name}.${name}`, { resource, name, field }] as const),
    ),
  )
  // A file that is imported stands in no record: it is its operator's alone.
  const taking = new Map([...places, ...definitions.flatMap(importPlaces)])
  const read = (asked: Asked, platform: Platform, caller: Caller) =>
    readFile(places, asked, platform, caller)
  return [
    {
      kind: 'upload',
      needs: 'signedIn',
      method: 'post',
      path: '/files',
      summary:
        "Upload a file for a field; requires write permission for the field's resource. We detect the file type from the content and convert SubRip (SRT) captions to WebVTT",
      query: [{ name: 'for', description: 'The field, in the form RESOURCE.FIELD', schema: text }],
      success: { status: 201, schema },
      refusals: [409, 413, 415, 422],
      async admit(asked, caller, platform, bytes) {
        demand(`${placeOf(taking, asked).resource.permission}:write`, caller)
        await requireUploadQuota(platform, caller, bytes)
      },
      answer: (received, asked, platform, perform) =>
        upload(placeOf(taking, asked), received, platform, { perform, looks }),
    },
    {
      kind: 'read',
      needs: 'signedIn',
      method: 'get',
      path: '/files/:id',
      summary: 'Get a file; requires permission to read the record that uses it',
      success: { status: 200, types },
      answer: async (asked, platform, caller) => {
        const { sha256, type, name } = await read(asked, platform, caller)
        return contentOf(platform, sha256, type, name)
      },
    },
    {
      kind: 'read',
      needs: 'signedIn',
      method: 'get',
      path: '/files/:id/thumbnail',
      summary: "Get an image's thumbnail",
      success: { status: 200, types: ['image/webp'] },
      answer: async (asked, platform, caller) => {
        const { sha256, name, width } = await read(asked, platform, caller)
        if (width === null) throw notFound('picture')
        return contentOf(platform, thumbnailOf(sha256), 'image/webp', `${name}.webp`)
      },
    },
  ]
}

const importPlaces = (resource: Resource): [string, Place][] =>
  resource.imports
    ? [
        [
          `${resource.name}.${importFile}`,
          { resource, name: importFile, field: importField(resource) },
        ],
      ]
    : []

function placeOf(places: ReadonlyMap<string, Place>, { query }: Asked): Place {
  const place = places.get(query.get('for') ?? '')
  if (!place) throw badRequest(fileMessages.fieldMissing)
  return place
}

/** POST /files?for=RESOURCE.FIELD */
async function upload(
  { resource, name, field }: Place,
  received: Received,
  { storage }: Platform,
  { perform, looks }: { perform: Perform; looks: Looks },
): Promise<Answer> {
  const usedFor = `${resource.name}.${name}`
  const { label, maxBytes = Infinity } = field
  if (received.size > maxBytes) throw invalid({ [name]: fileTooLarge(label, maxBytes) })
  try {
    const look = async () => looks[usedFor]?.(received.path, storage)
    return await keepContent(received, field, storage, look, (content, hold, within) =>
      perform(async (work) => {
        const found = ({ hold: held, ...row }: Found) => insertFile(work, row, held)
        const facts = await within?.(found)
        const { picture, wasSubRip, ...known } = content
        const size = { width: picture?.width ?? null, height: picture?.height ?? null }
        const name = wasSubRip ? received.name.replace(/(\.\w+)?$/, '.vtt') : received.name
        const row = { ...known, name, ...size, usedFor }
        const id = await insertFile(work, row, hold, facts?.tells)
        const { sha256: _sha256, usedFor: _usedFor, ...body } = row
        return { status: 201, body: { id, ...body, ...(facts && { fills: facts.fills }) } }
      }),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.status !== 422 || error.problem.fields)
      throw error
    throw error.problem.code === 'invalid'
      ? invalid({ [name]: `${label}: ${error.problem.detail}` })
      : error
  }
}

async function insertFile(
  { trx, caller, now, audit }: Work,
  row: Omit<FileRow, 'id' | 'userId' | 'createdAt' | 'tells'>,
  hold: (trx: Work['trx']) => Promise<boolean>,
  tells?: object,
): Promise<number> {
  if (!(await hold(trx)))
    throw new Refusal(503, 'busy', fileMessages.justDeletedDetail, { retryAfter: 1 })
  const told = tells ? { tells: JSON.stringify(tells) } : {}
  const { id } = await trx
    .insertInto('files')
    .values({ ...row, ...told, userId: caller.id, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit({
    event: 'files.uploaded',
    target: { type: 'files', id, label: row.name },
    after: row,
  })
  return id
}

/** A file that this caller may see: their own, or one of a record that they may read. Any other is not there. */
async function readFile(
  places: ReadonlyMap<string, Place>,
  { params }: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Kept> {
  const id = idIn(params, 'file')
  const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  if (!file) throw notFound('file')
  if (file.userId === caller.id) return file
  const place = places.get(file.usedFor)
  if (!place || !may(caller.permissions, place.resource.permission, 'read')) throw notFound('file')
  const { rows } = await sql`select 1 from ${rowsOf(place.resource, caller.storeIds)}
    where ${sql.ref(place.name)} = ${id} limit 1`.execute(db)
  if (rows.length === 0) throw notFound('file')
  return file
}

/** Nothing of a file runs where it is answered, or is taken for something else. */
function contentOf({ storage }: Platform, key: string, type: string, name: string): Answer {
  const ascii = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return {
    status: 200,
    content: {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
      open: () => storage.open(key),
    },
  }
}
