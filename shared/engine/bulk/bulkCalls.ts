import { array, number, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import type { Job } from '../jobs/jobCalls.ts'
import { startJob } from '../jobs/jobCalls.ts'
import { parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import type { Resource } from '../resource.ts'
import type { Selection } from '../list/selection.ts'

/** Values of a record that change, before or after. */
export const DiffSide = record(string(), unknown())
export type DiffSide = Infer<typeof DiffSide>

/**
 * Preview of a bulk change (design.md, "Jobs, bulk, import, providers"). It's applied to what it
 * showed, and to nothing else.
 */
export const BulkPlan = type({
  id: number(),
  expiresAt: string(),
  counts: type({ changes: number(), unchanged: number(), refused: number(), total: number() }),
  first: array(
    type({
      id: number(),
      label: string(),
      before: DiffSide,
      after: DiffSide,
      warns: array(string()),
    }),
  ),
  refused: array(type({ id: number(), label: string(), sentence: string() })),
  /** Warnings about the whole plan; warnings about one record are on its row. */
  warns: array(string()),
  reaches: array(string()),
})
export type BulkPlan = Infer<typeof BulkPlan>

type BulkRequest = { action: string; values: object; selection: Selection }

/** POST /x/bulk/plan; fails with 422 `fields` if a value isn't valid. */
export async function createBulkPlan(
  api: Api,
  { name }: Pick<Resource, 'name'>,
  { action, values, selection }: BulkRequest,
  idempotencyKey: string,
): Promise<BulkPlan> {
  const path = `/${name}/bulk/plan`
  const body = { action, values, ...selection }
  return parseResponse(
    BulkPlan,
    (await api.send({ method: 'POST', path, body, idempotencyKey })).body,
  )
}

/** POST /x/bulk: starts the plan as a job. */
export const startBulk = (
  api: Api,
  { name }: Pick<Resource, 'name'>,
  plan: number,
  idempotencyKey: string,
): Promise<Job> => startJob(api, `/${name}/bulk`, idempotencyKey, { body: { plan } })
