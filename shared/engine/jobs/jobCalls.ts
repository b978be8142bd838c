import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api, RequestOptions } from '../api.ts'
import { PageInfo } from '../platformCalls.ts'
import type { RecordLink } from '../recordLink.ts'
import { jobsParam, withJobsPanel } from './jobsUrl.ts'
import { jobUndoMessages } from './messages.ts'

/** What became of a row, in the order in which an operator wants to know. */
export const rowOutcomes = ['failed', 'refused', 'done', 'unchanged'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** A job of the operator's own (design.md, "Platform calls"). */
export const Job = type({
  id: number(),
  kind: string(),
  title: string(),
  status: enums(['waiting', 'running', 'done', 'cancelled', 'failed']),
  sentence: nullable(string()),
  createdAt: string(),
  startedAt: nullable(string()),
  endedAt: nullable(string()),
  /** Until when it can be undone; null where it cannot. */
  undoUntil: optional(nullable(string())),
  undoOf: optional(nullable(number())),
  undoneBy: optional(nullable(number())),
  /** What came of that undo, whose rows may be refused; then it can be begun again where it put nothing back. */
  undone: optional(nullable(enums(['underWay', 'all', 'partly', 'nothing']))),
  /** The import whose lines it does. */
  importId: optional(nullable(number())),
  /** How many of the rows that are refused its plan had refused, so that they were not tried. */
  refusedByPlan: optional(number()),
  /** How many lines of its file the check of the import refused, so that they are none of its rows; of the check itself, how many it refused. */
  leftOut: optional(number()),
  /** Whether what was done came to no good end for some row: a test that failed, a charge that was declined. */
  isBad: optional(boolean()),
  /** What its row says, where it has one alone. */
  rowSentence: optional(nullable(string())),
  rows: type({
    waiting: number(),
    done: number(),
    unchanged: number(),
    refused: number(),
    failed: number(),
    total: number(),
  }),
})
export type Job = Infer<typeof Job>

const JobRow = type({
  id: number(),
  targetId: nullable(number()),
  label: string(),
  outcome: nullable(enums(rowOutcomes)),
  sentence: nullable(string()),
})
export type JobRow = Infer<typeof JobRow>

export const isActiveJob = ({ status }: Job): boolean =>
  status === 'waiting' || status === 'running'

/** So many of the newest are shown, and so many rows of each outcome. */
const [maxJobs, maxRows] = [25, 100]

/** GET /jobs, newest first. */
export async function listJobs(api: Api, signal?: AbortSignal): Promise<Job[]> {
  const search = new URLSearchParams({ limit: String(maxJobs) })
  const { body } = await api.send({
    method: 'GET',
    path: '/jobs',
    search,
    ...toSignalOption(signal),
  })
  return parseResponse(type({ data: array(Job), page: PageInfo }), body).data
}

/** GET /jobs/ID */
export async function loadJob(api: Api, id: number, signal?: AbortSignal): Promise<Job> {
  const { body } = await api.send({ method: 'GET', path: `/jobs/${id}`, ...toSignalOption(signal) })
  return parseResponse(Job, body)
}

/** The first rows of each outcome that says something: all but what is as it was, and that too where it is the only one. */
export async function loadNotableRows(api: Api, job: Job, signal?: AbortSignal): Promise<JobRow[]> {
  const isTold = (outcome: RowOutcome) => outcome !== 'unchanged' || job.rows.total === 1
  const asked = rowOutcomes.filter((outcome) => isTold(outcome) && job.rows[outcome] > 0)
  const found = await Promise.all(
    asked.map(async (outcome) => {
      const search = new URLSearchParams({ outcome, limit: String(maxRows) })
      const path = `/jobs/${job.id}/rows`
      const { body } = await api.send({ method: 'GET', path, search, ...toSignalOption(signal) })
      return parseResponse(type({ data: array(JobRow) }), body).data
    }),
  )
  return found.flat()
}

const toSignalOption = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

/** A write that is answered with 202 and the job that does it. */
export async function startJob(
  api: Api,
  path: string,
  idempotencyKey: string,
  what: Pick<RequestOptions, 'body' | 'ifMatch' | 'search'> = {},
): Promise<Job> {
  const { body } = await api.send({ method: 'POST', path, body: {}, ...what, idempotencyKey })
  return loadJob(api, parseResponse(type({ id: number() }), body).id)
}

/** What its page says of the undo of a job; null of one that nobody undid. */
export const formatUndoState = ({ undoneBy, undone }: Job): string | null =>
  undoneBy ? jobUndoMessages[undone ?? 'all'] : null

/** What can be done with a job. */
export const jobActions = ['cancel', 'retry', 'undo'] as const
export type JobAction = (typeof jobActions)[number]

/** POST /jobs/ID/cancel|retry|undo; answers the job that it leads to, which for undo is another one. */
export async function runJobAction(
  api: Api,
  { id, change }: { id: number; change: JobAction },
  idempotencyKey: string,
): Promise<Job> {
  const { body } = await api.send({
    method: 'POST',
    path: `/jobs/${id}/${change}`,
    body: {},
    idempotencyKey,
  })
  return parseResponse(Job, body)
}

/** Which of them a job is offered: rows that nobody looked at may be run like those that failed. */
export function getJobActions(job: Job): JobAction[] {
  if (isActiveJob(job)) return ['cancel']
  const { failed, waiting } = job.rows
  return [
    ...(failed + waiting > 0 && !job.undoneBy ? (['retry'] as const) : []),
    ...(job.undoUntil ? (['undo'] as const) : []),
  ]
}

/** A job as a message names it: its panel opens on whatever page one is. */
export const toJobLink = (
  { id, title }: Pick<Job, 'id' | 'title'>,
  pathname: string,
): RecordLink => ({
  resource: jobsParam,
  id,
  name: title,
  to: withJobsPanel({ pathname, search: '' }, id),
})
