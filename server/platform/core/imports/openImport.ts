import { sql } from 'kysely'
import { optional, record, string, type } from 'superstruct'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import {
  suggestMapping,
  createImportFileField,
  toKnownHeadings,
} from '#shared/engine/imports/importFields.ts'
import type { ColumnMapping } from '#shared/engine/imports/importFields.ts'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import { detectEncoding, normalizeLineBreaks, parseRows, decodeText } from '../csv/readTable.ts'
import type { TableRow } from '../csv/readTable.ts'
import { findTableFormat } from '../csv/tableFormat.ts'
import type { CallResult, RequestContext } from '../http/call.ts'
import { badRequest, validationFailed, HttpError } from '../platform/httpError.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { RecordId } from '../records/recordId.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { validateReferences } from '../records/validateReferences.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadImportDetails } from './importDetails.ts'
import { getMappableFields } from './loadImport.ts'
import { importMessages } from './messages.ts'

const OpenImportBody = type({ fileId: RecordId, place: optional(record(string(), RecordId)) })

const lineBatchSize = 1000
const sampleSize = 5

/** POST /x/imports: reads an uploaded file completely and saves its lines. */
export async function openImport(
  resource: ResourceModule,
  context: RequestContext,
): Promise<CallResult> {
  const { trx, caller, now, request, audit, platform } = context
  if (!is(request.body, OpenImportBody)) throw badRequest(importMessages.fileBody)
  const { fileId, place = {} } = request.body
  await requireVisibleParent(resource, context, place)
  const file = await trx
    .selectFrom('files')
    .select(['sha256', 'name'])
    .where('id', '=', fileId)
    .where('userId', '=', caller.id)
    .where('usedFor', '=', createImportFileField(resource).uploadFor ?? '')
    .executeTakeFirst()
  if (!file) throw validationFailed({ file: importMessages.noFile })
  const openBytes = () => platform.storage.open(file.sha256)
  try {
    const encoding = await detectEncoding(await openBytes())
    const readText = async () => normalizeLineBreaks(decodeText(await openBytes(), encoding))
    const format = await findTableFormat(await readText())
    const rows = parseRows(await readText(), format)
    const first = await rows.next()
    const heads = first.done ? [] : first.value.cells.map(normalizeLine)
    const { id } = await trx
      .insertInto('imports')
      .values({
        userId: caller.id,
        resource: resource.name,
        name: file.name,
        encoding,
        delimiter: format.delimiter,
        heads,
        samples: '[]',
        place: JSON.stringify(place),
        mapping: '{}',
        lines: 0,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { lines, samples } = await saveLines(trx, id, heads, rows)
    const mapping = suggestMapping(
      { ...resource, fields: getMappableFields(resource, { place }) },
      { heads, samples },
      await findEarlierMapping(trx, caller.id, resource),
    )
    await sql`update imports set lines = ${lines}, samples = ${JSON.stringify(samples)}::jsonb,
      mapping = ${JSON.stringify(mapping)}::jsonb where id = ${id}`.execute(trx)
    await audit({ event: 'imports.opened', target: { type: 'imports', id, label: file.name } })
    return { status: 201, body: await loadImportDetails(trx, resource, id, context) }
  } catch (error) {
    if (!(error instanceof HttpError) || error.problem.fields) throw error
    throw validationFailed({ file: error.problem.detail })
  }
}

async function saveLines(
  trx: Connection,
  id: number,
  heads: readonly string[],
  rows: AsyncGenerator<TableRow>,
) {
  if (heads.length === 0) throw validationFailed({ file: importMessages.empty })
  if (heads.length > limits.importColumns)
    throw validationFailed({ file: importMessages.tooManyColumns(limits.importColumns) })
  const samples: string[][] = heads.map(() => [])
  let [lines, batch] = [0, [] as TableRow[]]
  const saveBatch = async () => {
    await sql`insert into import_lines (import_id, line, cells)
      select ${id}, line, array(select jsonb_array_elements_text(cells))
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as row (line integer, cells jsonb)`.execute(
      trx,
    )
    batch = []
  }
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    lines++
    if (lines > limits.importLines)
      throw validationFailed({
        file: importMessages.tooManyRows(limits.importLines),
      })
    if (lines <= sampleSize)
      for (const [index, column] of samples.entries())
        column.push((row.cells[index] ?? '').slice(0, 60))
    batch.push(row)
    if (batch.length === lineBatchSize) await saveBatch()
  }
  if (batch.length > 0) await saveBatch()
  if (lines === 0) throw validationFailed({ file: importMessages.noRows })
  return { lines, samples }
}

/** Merges this operator's earlier mappings of these headings; newer ones win. */
async function findEarlierMapping(trx: Connection, userId: number, { name }: ResourceModule) {
  const { rows } = await sql<{ heads: string[]; mapping: ColumnMapping }>`
    select heads, mapping from imports where user_id = ${userId} and resource = ${name} and check_job is not null
    order by id desc limit 20`.execute(trx)
  return Object.assign(
    {},
    ...rows.toReversed().map((one) => toKnownHeadings(one.heads, one.mapping)),
  )
}

/**
 * Rejects a parent record that the caller can't see. A list within a record imports only into that
 * record.
 */
async function requireVisibleParent(
  resource: ResourceModule,
  { trx, caller }: RequestContext,
  place: Record<string, number>,
) {
  const names = Object.keys(place)
  const parentFields = [resource.relations.scope, resource.relations.parent]
  if (names.length > 1 || !names.every((name) => parentFields.includes(name)))
    throw badRequest(importMessages.placeBody)
  const [errors = {}] = await validateReferences(
    trx,
    limitToCaller(caller, resource),
    [place],
    names,
  )
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
}
