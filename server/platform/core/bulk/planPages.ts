import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DiffSide } from '#shared/engine/bulk/bulkCalls.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { planOutcomes } from '#shared/engine/bulk/planOutcomes.ts'
import type { PlanOutcome } from '#shared/engine/bulk/planOutcomes.ts'
import type { PlanPage, PlanRow } from '#shared/engine/bulk/planCalls.ts'
import { planMessages } from '#shared/engine/bulk/planMessages.ts'
import { getDiff } from './diff.ts'
import { createCsvResult } from '../csv/csvResult.ts'
import { formatCell } from '../csv/export.ts'
import type { CallResult } from '../http/call.ts'
import { badRequest } from '../platform/httpError.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '../http/schema.ts'
import type { Parameter } from '../http/schema.ts'
import { nameSchema, objectSchema } from '../http/schema.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { addLabels } from '../records/labels.ts'
import { requireKnownParameters } from '../records/list/list.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { StoredPlanRow } from './planRows.ts'
import { planCallMessages } from './planMessages.ts'

const [defaultPageSize, maxPageSize, fileBatchSize] = [20, 100, 500]

/** The rows of a plan, wherever they are stored. */
export type PlanRowSource = {
  /** The resource whose records the rows are. */
  resource: ScopedResource
  count: () => Promise<Record<string, number>>
  read: (query: {
    outcome: PlanOutcome | null
    range: RawBuilder<unknown>
  }) => Promise<StoredPlanRow[]>
}

export const planParameters: readonly Parameter[] = [
  {
    name: 'outcome',
    component: 'planOutcome',
    description: 'Return only rows with this outcome',
    schema: { type: 'string', enum: planOutcomes },
  },
  {
    name: 'after',
    component: 'planAfter',
    description: 'Number of rows to skip: use page.next or page.previous from another response',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  {
    name: 'limit',
    component: 'planLimit',
    description: 'Rows per page',
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize },
  },
]

const planSideSchema = { type: 'object' }
const planRowSchema = nameSchema(
  'PlanRow',
  objectSchema({
    row: integerSchema,
    id: nullableSchema(integerSchema),
    code: nullableSchema(stringSchema),
    label: stringSchema,
    outcome: { type: 'string', enum: planOutcomes },
    sentence: nullableSchema(stringSchema),
    before: planSideSchema,
    after: planSideSchema,
    warns: arraySchema(stringSchema),
  }),
)
const planPageProperties = {
  counts: { type: 'object', additionalProperties: integerSchema },
  data: arraySchema(planRowSchema),
  page: objectSchema({
    after: integerSchema,
    next: nullableSchema(integerSchema),
    previous: nullableSchema(integerSchema),
    total: integerSchema,
  }),
}
export const planPageSchema = nameSchema('PlanPage', objectSchema(planPageProperties))
export const planSchema = nameSchema(
  'Plan',
  objectSchema({
    id: integerSchema,
    resource: stringSchema,
    action: stringSchema,
    expiresAt: instantSchema,
    isStarted: { type: 'boolean' },
    canUndo: { type: 'boolean' },
    warns: arraySchema(stringSchema),
    reaches: arraySchema(stringSchema),
    ...planPageProperties,
  }),
)

function parseNumberParameter(
  params: URLSearchParams,
  name: string,
  defaultValue: number,
  max: number,
): number {
  const text = params.get(name)
  if (text === null) return defaultValue
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value <= max) return value
  throw badRequest(planCallMessages.notWholeNumber(name, max))
}

function parseOutcome(params: URLSearchParams): PlanOutcome | null {
  const text = params.get('outcome')
  const outcome = planOutcomes.find((one) => one === text) ?? null
  if (text !== null && outcome === null)
    throw badRequest(planCallMessages.unknownOutcome(planOutcomes.join(', ')))
  return outcome
}

/** Loads the page of rows that a call asks for. */
export async function loadPlanPage(
  connection: Connection,
  source: PlanRowSource,
  params: URLSearchParams,
): Promise<PlanPage> {
  requireKnownParameters(
    params,
    planParameters.map(({ name }) => name),
  )
  const outcome = parseOutcome(params)
  const after = parseNumberParameter(params, 'after', 0, 999_999_999)
  const limit = Math.max(1, parseNumberParameter(params, 'limit', defaultPageSize, maxPageSize))
  const counts = await source.count()
  const total = Object.entries(counts).reduce(
    (sum, [name, count]) => sum + (outcome === null || name === outcome ? count : 0),
    0,
  )
  const range = sql`limit ${limit} offset ${after}`
  const data = await addDiffs(connection, source.resource, await source.read({ outcome, range }))
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

/** Adds each row's record before and after, as far as the caller can see it. */
async function addDiffs(
  connection: Connection,
  resource: ScopedResource,
  rows: readonly StoredPlanRow[],
): Promise<PlanRow[]> {
  const befores = await addLabels(
    connection,
    resource,
    rows.map(({ before }) => ({ ...before })),
  )
  const diffs = await getDiff(
    connection,
    resource,
    rows.map(({ becomes }, index) => ({
      before: befores[index] as AnyRecord, // Only its changing fields are read.
      values: becomes ?? {},
    })),
  )
  return rows.map(({ row, id, code, label, outcome, sentence, warns }, index) => ({
    row,
    id,
    code,
    label,
    outcome,
    sentence,
    before: diffs[index]?.before ?? {},
    after: diffs[index]?.after ?? {},
    warns: warns ?? [],
  }))
}

/**
 * Returns all rows of a plan as a file: one line for each field that changes, or one for the row.
 */
export function createPlanFile(
  connection: Connection,
  source: PlanRowSource,
  { name, action }: { name: string; action: string },
): CallResult {
  const outcomeLabels = planMessages.outcomes(action)
  async function* generateLines() {
    yield [planMessages.columns]
    for (let after = 0; ; after += fileBatchSize) {
      const range = sql`limit ${fileBatchSize} offset ${after}`
      const stored = await source.read({ outcome: null, range })
      const rows = await addDiffs(connection, source.resource, stored)
      yield rows.flatMap((row) => toPlanLines(source.resource, row, outcomeLabels[row.outcome]))
      if (stored.length < fileBatchSize) return
    }
  }
  return createCsvResult(name, generateLines())
}

function toPlanLines(resource: ScopedResource, row: PlanRow, outcome: string): string[][] {
  const { id, code, label, before, after, sentence, warns } = row
  const buildLine = (field: string, previous: string, next: string) => [
    code ?? String(id ?? ''),
    label,
    field,
    previous,
    next,
    outcome,
    [sentence ?? '', ...warns].filter(Boolean).join(' '),
  ]
  const names = Object.keys(after).filter((name) => {
    const field = getField(resource, name)
    return field && field.kind !== 'secret' && isFieldChanged(name, before, after)
  })
  const formatSide = (side: DiffSide, name: string) => {
    const field = getField(resource, name)
    const record = side as AnyRecord // Only this field is read.
    // No column has the currency.
    return field?.currencyField
      ? getKind(field).formatValue(side[name], field, record, name)
      : formatCell(record, name, field)
  }
  if (names.length === 0) return [buildLine('', '', '')]
  return names.map((name) =>
    buildLine(
      getField(resource, name)?.label ?? name,
      formatSide(before, name),
      formatSide(after, name),
    ),
  )
}

const isFieldChanged = (name: string, before: DiffSide, after: DiffSide) =>
  JSON.stringify(before[name]) !== JSON.stringify(after[name])
