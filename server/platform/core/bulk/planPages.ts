import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Side } from '#shared/engine/bulk/bulkCalls.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { planOutcomes } from '#shared/engine/bulk/planOutcomes.ts'
import type { PlanOutcome } from '#shared/engine/bulk/planOutcomes.ts'
import type { PlanPage, PlanRow } from '#shared/engine/bulk/planCalls.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { sidesOf } from './sides.ts'
import { csvFile } from '../csv/csvFile.ts'
import { cellOf } from '../csv/export.ts'
import type { Answer } from '../http/call.ts'
import { badRequest } from '../platform/refusal.ts'
import { instant, listOf, orNull, text, whole } from '../http/schema.ts'
import type { Parameter } from '../http/schema.ts'
import { object } from '../http/schemas.ts'
import type { Scoped } from '../records/inScope.ts'
import { withLabels } from '../records/labels.ts'
import { refuseUnknownParameters } from '../records/list/list.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { StoredRow } from './planRows.ts'
import { planCallMessages } from './planMessages.ts'

const [usualRows, mostRows, inFileBatch] = [20, 100, 500]

/** The rows of a plan, wherever they are stored. */
export type RowSource = {
  /** The resource whose records the rows are. */
  of: Scoped
  count: () => Promise<Record<string, number>>
  read: (query: { outcome: PlanOutcome | null; range: RawBuilder<unknown> }) => Promise<StoredRow[]>
}

export const planParameters: readonly Parameter[] = [
  {
    name: 'outcome',
    description: 'Return only rows with this outcome',
    schema: { type: 'string', enum: planOutcomes },
  },
  {
    name: 'after',
    description: 'Number of rows to skip: use page.next or page.previous from another response',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  {
    name: 'limit',
    description: 'Rows per page',
    schema: { type: 'integer', minimum: 1, maximum: mostRows, default: usualRows },
  },
]

const side = { type: 'object' }
const pageProperties = {
  counts: { type: 'object', additionalProperties: whole },
  data: listOf(
    object({
      row: whole,
      id: orNull(whole),
      code: orNull(text),
      label: text,
      outcome: { type: 'string', enum: planOutcomes },
      sentence: orNull(text),
      before: side,
      after: side,
      warns: listOf(text),
    }),
  ),
  page: object({ after: whole, next: orNull(whole), previous: orNull(whole), total: whole }),
}
export const planPageSchema = object(pageProperties)
export const planSchema = object({
  id: whole,
  action: text,
  expiresAt: instant,
  isStarted: { type: 'boolean' },
  warns: listOf(text),
  reaches: listOf(text),
  ...pageProperties,
})

function readNumber(params: URLSearchParams, name: string, usual: number, most: number): number {
  const given = params.get(name)
  if (given === null) return usual
  const value = Number(given)
  if (/^\d{1,9}$/.test(given) && value <= most) return value
  throw badRequest(planCallMessages.notWholeNumber(name, most))
}

function readOutcome(params: URLSearchParams): PlanOutcome | null {
  const given = params.get('outcome')
  const outcome = planOutcomes.find((one) => one === given) ?? null
  if (given !== null && outcome === null)
    throw badRequest(planCallMessages.unknownOutcome(planOutcomes.join(', ')))
  return outcome
}

/** Reads the page of rows that a call asks for. */
export async function readPlanPage(
  connection: Connection,
  source: RowSource,
  params: URLSearchParams,
): Promise<PlanPage> {
  refuseUnknownParameters(
    params,
    planParameters.map(({ name }) => name),
  )
  const outcome = readOutcome(params)
  const after = readNumber(params, 'after', 0, 999_999_999)
  const limit = Math.max(1, readNumber(params, 'limit', usualRows, mostRows))
  const counts = await source.count()
  const total = Object.entries(counts).reduce(
    (sum, [name, count]) => sum + (outcome === null || name === outcome ? count : 0),
    0,
  )
  const range = sql`limit ${limit} offset ${after}`
  const data = await addSides(connection, source.of, await source.read({ outcome, range }))
  return {
    counts,
    data,
    page: {
      after,
      next: after + limit < total ? after + limit : null,
      previous: after > 0 ? Math.max(0, after - limit) : null,
      total,
    },
  }
}

/** Adds what the record of each row holds before and after, as far as the caller may see it. */
async function addSides(
  connection: Connection,
  of: Scoped,
  rows: readonly StoredRow[],
): Promise<PlanRow[]> {
  const befores = await withLabels(
    connection,
    of,
    rows.map(({ before }) => ({ ...before })),
  )
  const sides = await sidesOf(
    connection,
    of,
    rows.map(({ becomes }, at) => ({
      before: befores[at] as AnyRecord, // Only the fields that change are read of it.
      values: becomes ?? {},
    })),
  )
  return rows.map(({ row, id, code, label, outcome, sentence, warns }, at) => ({
    row,
    id,
    code,
    label,
    outcome,
    sentence,
    before: sides[at]?.before ?? {},
    after: sides[at]?.after ?? {},
    warns: warns ?? [],
  }))
}

/** All rows of a plan as a file: a line for each field that changes, or one for the row. */
export function writePlanFile(
  connection: Connection,
  source: RowSource,
  { name, action }: { name: string; action: string },
): Answer {
  const words = planMessages.outcomes(action)
  async function* lines() {
    yield [planMessages.columns]
    for (let after = 0; ; after += inFileBatch) {
      const range = sql`limit ${inFileBatch} offset ${after}`
      const stored = await source.read({ outcome: null, range })
      const rows = await addSides(connection, source.of, stored)
      yield rows.flatMap((row) => toLines(source.of, row, words[row.outcome]))
      if (stored.length < inFileBatch) return
    }
  }
  return csvFile(name, lines())
}

function toLines(of: Scoped, row: PlanRow, outcome: string): string[][] {
  const { id, code, label, before, after, sentence, warns } = row
  const line = (field: string, was: string, becomes: string) => [
    code ?? String(id ?? ''),
    label,
    field,
    was,
    becomes,
    outcome,
    [sentence ?? '', ...warns].filter(Boolean).join(' '),
  ]
  const names = Object.keys(after).filter((name) => {
    const field = fieldOf(of, name)
    return field && field.kind !== 'secret' && isChanged(name, before, after)
  })
  const cell = (side: Side, name: string) => {
    const field = fieldOf(of, name)
    const record = side as AnyRecord // The field reads nothing else of it.
    // No column says what an amount is counted in.
    return field?.currencyOf
      ? kindOf(field).words(side[name], field, record, name)
      : cellOf(record, name, field)
  }
  if (names.length === 0) return [line('', '', '')]
  return names.map((name) =>
    line(fieldOf(of, name)?.label ?? name, cell(before, name), cell(after, name)),
  )
}

const isChanged = (name: string, before: Side, after: Side) =>
  JSON.stringify(before[name]) !== JSON.stringify(after[name])
