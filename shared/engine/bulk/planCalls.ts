import { array, boolean, enums, nullable, number, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import { DiffSide } from './bulkCalls.ts'
import { planOutcomes } from './planOutcomes.ts'
import type { PlanOutcome } from './planOutcomes.ts'

const PlanRow = type({
  /** Position in the plan, from 1; for an import, the row in the file. */
  row: number(),
  id: nullable(number()),
  code: nullable(string()),
  label: string(),
  outcome: enums(planOutcomes),
  /** Why the row is rejected or unchanged. */
  sentence: nullable(string()),
  before: DiffSide,
  after: DiffSide,
  warns: array(string()),
})
export type PlanRow = Infer<typeof PlanRow>

/** A page of a plan's rows. `next` and `previous` are the rows before another page begins. */
export const PlanPage = type({
  counts: record(string(), number()),
  data: array(PlanRow),
  page: type({
    after: number(),
    next: nullable(number()),
    previous: nullable(number()),
    total: number(),
  }),
})
export type PlanPage = Infer<typeof PlanPage>

/** A plan with a page of its rows. */
const Plan = type({
  id: number(),
  /** The resource whose records it changes. */
  resource: string(),
  action: string(),
  expiresAt: string(),
  isStarted: boolean(),
  /** Whether its job can be undone, so that it can also end. */
  canUndo: boolean(),
  warns: array(string()),
  reaches: array(string()),
  ...PlanPage.schema,
})
export type Plan = Infer<typeof Plan>

/** Rows to load: of one outcome or all, after this many rows. */
export type PlanQuery = { outcome: PlanOutcome | null; after: number }

type PlanPageOptions = PlanQuery & { signal: AbortSignal }

const toPlanSearchParams = ({ outcome, after }: PlanQuery) =>
  new URLSearchParams({ after: String(after), ...(outcome && { outcome }) })

type NewPlan = { resource: string; action: string; values?: object; ids: readonly number[] }

/** POST /plans: plans an action to schedule it. Returns the plan's ID. Fails as `createBulkPlan`. */
export async function createPlan(api: Api, body: NewPlan, idempotencyKey: string): Promise<number> {
  const { body: plan } = await api.send({ method: 'POST', path: '/plans', body, idempotencyKey })
  return parseResponse(type({ id: number() }), plan).id
}

/** GET /plans/ID: loads one of the operator's own plans. */
export async function loadPlan(api: Api, id: number, query: PlanPageOptions): Promise<Plan> {
  const { signal } = query
  const request = {
    method: 'GET',
    path: `/plans/${id}`,
    search: toPlanSearchParams(query),
    signal,
  } as const
  return parseResponse(Plan, (await api.send(request)).body)
}

/** GET /x/imports/ID/rows: loads rows of an import, once all of them were checked. */
export async function loadImportRows(
  api: Api,
  { name }: { name: string },
  id: number,
  query: PlanPageOptions,
): Promise<PlanPage> {
  const { signal } = query
  const path = `/${name}/imports/${id}/rows`
  const { body } = await api.send({
    method: 'GET',
    path,
    search: toPlanSearchParams(query),
    signal,
  })
  return parseResponse(PlanPage, body)
}

/** Returns the console's URL of all rows of a plan as a file. */
export const buildPlanFileUrl = (id: number): string => `/api/plans/${id}/export`

/** Returns the console's URL of all rows of an import as a file. */
export const buildImportRowsFileUrl = ({ name }: { name: string }, id: number): string =>
  `/api/${name}/imports/${id}/rows/export`
