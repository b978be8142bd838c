import { sql } from 'kysely'
import { fileTypes } from '#shared/format/fileTypes.ts'
import { formatFileTooLarge } from '#shared/engine/fields/fileMessages.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { createImportFileField, importUploadKey } from '#shared/engine/imports/importFields.ts'
import { can } from '#shared/permissions/can.ts'
import type { Caller } from '../auth/tokens.ts'
import { requirePermission } from '../http/createCallHandler.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult, Call, PerformWrite, WriteContext } from '../http/call.ts'
import { badRequest, validationFailed, notFound, HttpError } from '../platform/httpError.ts'
import { nameSchema, objectSchema } from '../http/schema.ts'
import { nullableSchema, stringSchema, integerSchema } from '../http/schema.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import { parseId } from '../records/recordId.ts'
import type { Platform } from '../platform/platform.ts'
import type { FileRow } from '#server/platform/database/schema.ts'
import { saveContent, getThumbnailKey } from './saveContent.ts'
import type { StoredImage } from './saveContent.ts'
import type { FileStorage } from './storage.ts'
import { requireUploadQuota } from './uploadQuota.ts'
import type { ReceivedFile } from '../http/receiveUpload.ts'
import { fileMessages } from './messages.ts'

type StoredFile = Omit<FileRow, 'id' | 'tells'> & { id: number }
type ExtractedImage = StoredImage & { name: string; usedFor: string }

/**
 * Facts read from a file and saved with it: `tells` for its area, and `fills` with texts for other
 * fields by name, which fill a form or a new record.
 */
type FileFacts = { tells: object; fills: Readonly<Record<string, string>> }

/** Reads data from a file that was checked, in the upload's transaction. */
export type FileReader = (
  path: string,
  storage: FileStorage,
) => Promise<(insert: (found: ExtractedImage) => Promise<number>) => Promise<FileFacts>>

type FileReaders = Readonly<Record<string, FileReader>>

type UploadTarget = { resource: Resource; name: string; field: Field }

const fileSchema = nameSchema(
  'File',
  objectSchema(
    {
      id: integerSchema,
      name: stringSchema,
      type: { enum: Object.keys(fileTypes) },
      size: integerSchema,
      width: nullableSchema(integerSchema),
      height: nullableSchema(integerSchema),
      fills: { type: 'object', additionalProperties: stringSchema },
    },
    ['id', 'name', 'type', 'size', 'width', 'height'],
  ),
)
const fileTypeNames = Object.keys(fileTypes)

/** Returns the file calls. Files are uploaded for a field, and its resource's permissions apply. */
export function buildFileCalls(
  definitions: readonly Resource[],
  readers: FileReaders = {},
): Call[] {
  const places = new Map(
    definitions.flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([, field]) => isUpload(field))
        .map(([name, field]) => [`${resource.name}.${name}`, { resource, name, field }] as const),
    ),
  )
  // An import file belongs to no record, only to its operator.
  const uploadTargets = new Map([...places, ...definitions.flatMap(getImportTargets)])
  const loadFile = (request: ApiRequest, platform: Platform, caller: Caller) =>
    loadVisibleFile(places, request, platform, caller)
  return [
    {
      kind: 'upload',
      permission: 'signedIn',
      allowsApiKeys: true,
      method: 'post',
      path: '/files',
      summary:
        "Upload a file for a field; requires write permission for the field's resource. We detect the file type from the content and convert SubRip (SRT) captions to WebVTT",
      query: [
        { name: 'for', description: 'The field, in the form RESOURCE.FIELD', schema: stringSchema },
      ],
      success: { status: 201, schema: fileSchema },
      async authorize(request, caller, platform, bytes) {
        requirePermission(
          `${parseUploadTarget(uploadTargets, request).resource.permission}:write`,
          caller,
        )
        await requireUploadQuota(platform, caller, bytes)
      },
      handler: (received, request, platform, perform) =>
        uploadFile(parseUploadTarget(uploadTargets, request), received, platform, {
          perform,
          looks: readers,
        }),
    },
    {
      kind: 'read',
      permission: 'signedIn',
      allowsApiKeys: true,
      method: 'get',
      path: '/files/:id',
      summary: 'Get a file; requires permission to read the record that uses it',
      success: { status: 200, types: fileTypeNames },
      handler: async (request, platform, caller) => {
        const { sha256, type, name } = await loadFile(request, platform, caller)
        return createFileResult(platform, sha256, type, name)
      },
    },
    {
      kind: 'read',
      permission: 'signedIn',
      allowsApiKeys: true,
      method: 'get',
      path: '/files/:id/thumbnail',
      summary: "Get an image's thumbnail",
      success: { status: 200, types: ['image/webp'] },
      handler: async (request, platform, caller) => {
        const { sha256, name, width } = await loadFile(request, platform, caller)
        if (width === null) throw notFound('image')
        return createFileResult(platform, getThumbnailKey(sha256), 'image/webp', `${name}.webp`)
      },
    },
  ]
}

const getImportTargets = (resource: Resource): [string, UploadTarget][] =>
  resource.api.import
    ? [
        [
          `${resource.name}.${importUploadKey}`,
          { resource, name: importUploadKey, field: createImportFileField(resource) },
        ],
      ]
    : []

function parseUploadTarget(
  places: ReadonlyMap<string, UploadTarget>,
  { query }: ApiRequest,
): UploadTarget {
  const place = places.get(query.get('for') ?? '')
  if (!place) throw badRequest(fileMessages.fieldMissing)
  return place
}

/** POST /files?for=RESOURCE.FIELD */
async function uploadFile(
  { resource, name, field }: UploadTarget,
  received: ReceivedFile,
  { storage }: Platform,
  { perform, looks: readers }: { perform: PerformWrite; looks: FileReaders },
): Promise<CallResult> {
  const usedFor = `${resource.name}.${name}`
  const { label, maxBytes = Infinity } = field
  if (received.size > maxBytes)
    throw validationFailed({ [name]: formatFileTooLarge(label, maxBytes) })
  try {
    const readFacts = async () => readers[usedFor]?.(received.path, storage)
    return await saveContent(received, field, storage, readFacts, (content, lock, insertFacts) =>
      perform(async (context) => {
        const insertImage = ({ lock: imageLock, ...row }: ExtractedImage) =>
          insertFile(context, row, imageLock)
        const facts = await insertFacts?.(insertImage)
        const { image, wasSubRip, ...contentFields } = content
        const size = { width: image?.width ?? null, height: image?.height ?? null }
        const name = wasSubRip ? received.name.replace(/(\.\w+)?$/, '.vtt') : received.name
        const row = { ...contentFields, name, ...size, usedFor }
        const id = await insertFile(context, row, lock, facts)
        const { sha256: _sha256, usedFor: _usedFor, ...body } = row
        return { status: 201, body: { id, ...body, ...(facts && { fills: facts.fills }) } }
      }),
    )
  } catch (error) {
    if (!(error instanceof HttpError) || error.problem.status !== 422 || error.problem.fields)
      throw error
    throw error.problem.code === 'invalid'
      ? validationFailed({ [name]: `${label}: ${error.problem.detail}` })
      : error
  }
}

async function insertFile(
  { trx, caller, now, audit }: WriteContext,
  row: Omit<FileRow, 'id' | 'userId' | 'createdAt' | 'tells'>,
  lock: (trx: WriteContext['trx']) => Promise<boolean>,
  facts?: FileFacts,
): Promise<number> {
  if (!(await lock(trx)))
    throw new HttpError(503, 'busy', fileMessages.justDeletedDetail, { retryAfter: 1 })
  const factColumns = facts ? { tells: JSON.stringify({ ...facts.tells, fills: facts.fills }) } : {}
  const { id } = await trx
    .insertInto('files')
    .values({ ...row, ...factColumns, userId: caller.id, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit({
    event: 'files.uploaded',
    target: { type: 'files', id, label: row.name },
    after: row,
  })
  return id
}

/**
 * Loads a file that the caller can see: an own upload, or a file of a readable record. Rejects any
 * other with 404.
 */
async function loadVisibleFile(
  places: ReadonlyMap<string, UploadTarget>,
  { params }: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<StoredFile> {
  const id = parseId(params, 'file')
  const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
  if (!file) throw notFound('file')
  // An API key sees its owner's uploads only where it can see what uses them.
  if (file.userId === caller.id && !caller.apiKey) return file
  const place = places.get(file.usedFor)
  if (!place || !can(caller.permissions, place.resource.permission, 'read')) throw notFound('file')
  const { rows } = await sql`select 1 from ${getVisibleRows(place.resource, caller.storeIds)}
    where ${sql.ref(place.name)} = ${id} limit 1`.execute(db)
  if (rows.length === 0) throw notFound('file')
  return file
}

/**
 * Returns a file with headers that keep its content from running or being taken for another type.
 */
function createFileResult(
  { storage }: Platform,
  key: string,
  type: string,
  name: string,
): CallResult {
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
