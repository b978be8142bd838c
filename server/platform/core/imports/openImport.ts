import { sql } from 'kysely'
import { number, optional, record, string, type } from 'superstruct'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import { guessMapping, importField, knownFrom } from '#shared/engine/imports/importFields.ts'
import type { Mapping } from '#shared/engine/imports/importFields.ts'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import { encodingOf, normalizeLineBreaks, rowsIn, textOf } from '../csv/readTable.ts'
import type { TableRow } from '../csv/readTable.ts'
import { findTableFormat } from '../csv/tableFormat.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../platform/refusal.ts'
import { scopedTo } from '../records/inScope.ts'
import { RecordId } from '../records/recordId.ts'
import type { Kept } from '../records/settled.ts'
import { wrongReferences } from '../records/wrongReferences.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { answerImport } from './answerImport.ts'
import { fieldsOf } from './importing.ts'
import { importMessages } from './messages.ts'

const Body = type({ fileId: RecordId, place: optional(record(string(), number())) })

const inBatch = 1000
const inSamples = 5

/** POST /x/imports: reads a file that was uploaded, whole, and keeps its lines. */
export async function openImport(resource: Kept, change: Change): Promise<Answer> {
  const { trx, caller, now, asked, audit, platform } = change
  if (!is(asked.body, Body)) throw badRequest(importMessages.fileBody)
  const { fileId, place = {} } = asked.body
  await refusePlace(resource, change, place)
  const file = await trx
    .selectFrom('files')
    .select(['sha256', 'name'])
    .where('id', '=', fileId)
    .where('userId', '=', caller.id)
    .where('usedFor', '=', importField(resource).uploadFor ?? '')
    .executeTakeFirst()
  if (!file) throw invalid({ file: importMessages.noFile })
  const bytes = () => platform.storage.open(file.sha256)
  try {
    const encoding = await encodingOf(await bytes())
    const readText = async () => normalizeLineBreaks(textOf(await bytes(), encoding))
    const format = await findTableFormat(await readText())
    const rows = rowsIn(await readText(), format)
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
    const { lines, samples } = await keepLines(trx, id, heads, rows)
    const mapping = guessMapping(
      { title: resource.title, fields: fieldsOf(resource, { place }) },
      { heads, samples },
      await chosenBefore(trx, caller.id, resource),
    )
    await sql`update imports set lines = ${lines}, samples = ${JSON.stringify(samples)}::jsonb,
      mapping = ${JSON.stringify(mapping)}::jsonb where id = ${id}`.execute(trx)
    await audit({ event: 'imports.opened', target: { type: 'imports', id, label: file.name } })
    return { status: 201, body: await answerImport(trx, resource, id, change) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.fields) throw error
    throw invalid({ file: error.problem.detail })
  }
}

async function keepLines(
  trx: Connection,
  id: number,
  heads: readonly string[],
  rows: AsyncGenerator<TableRow>,
) {
  if (heads.length === 0) throw invalid({ file: importMessages.empty })
  if (heads.length > limits.importColumns)
    throw invalid({ file: importMessages.tooManyColumns(limits.importColumns) })
  const samples: string[][] = heads.map(() => [])
  let [lines, batch] = [0, [] as TableRow[]]
  const keep = async () => {
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
      throw invalid({
        file: importMessages.tooManyRows(limits.importLines),
      })
    if (lines <= inSamples)
      for (const [at, column] of samples.entries()) column.push((row.cells[at] ?? '').slice(0, 60))
    batch.push(row)
    if (batch.length === inBatch) await keep()
  }
  if (batch.length > 0) await keep()
  if (lines === 0) throw invalid({ file: importMessages.noRows })
  return { lines, samples }
}

/** What this operator chose for columns of these heads before, the newest choice first. */
async function chosenBefore(trx: Connection, userId: number, { name }: Kept) {
  const { rows } = await sql<{ heads: string[]; mapping: Mapping }>`
    select heads, mapping from imports where user_id = ${userId} and resource = ${name} and check_job is not null
    order by id desc limit 20`.execute(trx)
  return Object.assign({}, ...rows.toReversed().map((one) => knownFrom(one.heads, one.mapping)))
}

/** A list within one record imports into it alone: the record must be there for who asks. */
async function refusePlace(resource: Kept, { trx, caller }: Change, place: Record<string, number>) {
  const names = Object.keys(place)
  const known = [resource.scope, resource.parent]
  if (names.length > 1 || !names.every((name) => known.includes(name)))
    throw badRequest(importMessages.placeBody)
  const [wrong = {}] = await wrongReferences(trx, scopedTo(caller, resource), [place], names)
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}
