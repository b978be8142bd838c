import { array, enums, nullable, number, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import type { Api } from '#shared/engine/api.ts'
import { parseResponse } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { rowOutcomes } from '#shared/engine/jobs/jobCalls.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { GuardInput } from '#shared/engine/guards.ts'
import type { ScheduleAction } from './scheduledChangeStates.ts'

/** The value of `timeZone` that means each store's own. */
export const storesZone = 'stores'

type Occurrence = 'first' | 'second' | null | undefined

/**
 * When a change starts and ends, in local time (`YYYY-MM-DDTHH:mm`) of a time zone. `startOccurrence`
 * and `endOccurrence` say which one is meant if clocks show the time twice. A guard needs an end.
 */
export type ScheduleInput = GuardInput & {
  startsAt: string
  startOccurrence?: Occurrence
  endsAt?: string | null | undefined
  endOccurrence?: Occurrence
  timeZone: string
  /** How many hours ahead store admins get an email about maintenance. */
  noticeHours?: number | null | undefined
}

const Scheduled = type({ ids: array(number()) })

const toConfirmation = (reach: string) =>
  reach ? { search: new URLSearchParams({ [impactParam]: reach }) } : {}

/**
 * POST /plans/ID/schedule: schedules a plan; one change for each time zone. Fails with 422 `fields`,
 * and with 409 `unconfirmed` and `reach` if other scheduled changes overlap.
 */
export async function scheduleBulkPlan(
  api: Api,
  { plan, reach = '', ...input }: ScheduleInput & { plan: number; reach?: string },
  idempotencyKey: string,
): Promise<number[]> {
  const { body } = await api.send({
    method: 'POST',
    path: `/plans/${plan}/schedule`,
    body: input,
    idempotencyKey,
    ...toConfirmation(reach),
  })
  return parseResponse(Scheduled, body).ids
}

type VersionedChange = { id: number; version: number }

/** PUT /scheduledChanges/ID/times: moves a change that hasn't started. Fails as `scheduleBulkPlan`. */
export async function moveScheduledChange(
  api: Api,
  { id, version }: VersionedChange,
  { reach = '', ...body }: ScheduleInput & { reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/scheduledChanges/${id}/times`
  const { body: record } = await api.send({
    method: 'PUT',
    path,
    body,
    ifMatch: version,
    idempotencyKey,
    ...toConfirmation(reach),
  })
  return parseRecord(record)
}

/** POST /scheduledChanges/ID/action. Fails with 409 `wrong_state` if its state doesn't allow it. */
export async function runScheduleAction(
  api: Api,
  { id, version }: VersionedChange,
  action: ScheduleAction,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/scheduledChanges/${id}/action`
  const answer = await api.send({
    method: 'POST',
    path,
    body: { action },
    ifMatch: version,
    idempotencyKey,
  })
  return parseRecord(answer.body)
}

const ResultRow = type({
  label: string(),
  targetId: nullable(number()),
  outcome: nullable(enums(rowOutcomes)),
  sentence: nullable(string()),
})
const JobResult = type({
  /** Rows by outcome; `waiting` for those that haven't run. */
  counts: record(string(), number()),
  /** Rows that were rejected or failed, up to 100. */
  rows: array(ResultRow),
})
export type ScheduleJobResult = Infer<typeof JobResult>

const Results = type({ start: nullable(JobResult), end: nullable(JobResult) })
export type ScheduleResults = Infer<typeof Results>

/** GET /scheduledChanges/ID/results: what the start and the end did; null before. */
export async function loadScheduleResults(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<ScheduleResults> {
  const path = `/scheduledChanges/${id}/results`
  return parseResponse(Results, (await api.send({ method: 'GET', path, signal })).body)
}
