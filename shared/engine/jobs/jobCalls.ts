import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api, RequestOptions } from '../api.ts'
import { PageInfo } from '../platformCalls.ts'
import type { RecordLink } from '../recordLink.ts'
import { jobsParam, withJobsPanel } from './jobsUrl.ts'
import { jobUndoMessages } from './messages.ts'

/** Outcomes of a row, in the order that matters to an operator. */
export const rowOutcomes = ['failed', 'refused', 'done', 'unchanged'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** One of the operator's own jobs (design.md, "Jobs, bulk, import, providers"). */
export const Job = type({
  id: number(),
  kind: string(),
  title: string(),
  status: enums(['waiting', 'running', 'done', 'cancelled', 'failed']),
  sentence: nullable(string()),
  createdAt: string(),
  startedAt: nullable(string()),
  endedAt: nullable(string()),
  /** Until when it can be undone; null if it can't. */
  undoUntil: optional(nullable(string())),
  undoOf: optional(nullable(number())),
  undoneBy: optional(nullable(number())),
  /** Result of its undo, whose rows may be rejected. If nothing was undone, it can start again. */
  undone: optional(nullable(enums(['underWay', 'all', 'partly', 'nothing']))),
  /** The import whose lines it runs. */
  importId: optional(nullable(number())),
  /** How many of the rejected rows its plan had already rejected, so that they weren't run. */
  refusedByPlan: optional(number()),
  /**
   * How many lines of its file the import's check rejected, so that they aren't among its rows; for
   * the check itself, how many it rejected.
   */
  leftOut: optional(number()),
  /** Whether some row ended badly: a test that failed, a charge that was declined. */
  isBad: optional(boolean()),
  /** Sentence of its row, if it has only one. */
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

/** How many of the newest jobs are shown, and how many rows of each outcome. */
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

/**
 * Loads the first rows of each notable outcome: all but unchanged rows, unless the job's only row
 * is unchanged.
 */
export async function loadNotableRows(api: Api, job: Job, signal?: AbortSignal): Promise<JobRow[]> {
  const isNotable = (outcome: RowOutcome) => outcome !== 'unchanged' || job.rows.total === 1
  const outcomes = rowOutcomes.filter((outcome) => isNotable(outcome) && job.rows[outcome] > 0)
  const pages = await Promise.all(
    outcomes.map(async (outcome) => {
      const search = new URLSearchParams({ outcome, limit: String(maxRows) })
      const path = `/jobs/${job.id}/rows`
      const { body } = await api.send({ method: 'GET', path, search, ...toSignalOption(signal) })
      return parseResponse(type({ data: array(JobRow) }), body).data
    }),
  )
  return pages.flat()
}

const toSignalOption = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

/** Sends a write that returns 202 and the job that runs it. */
export async function startJob(
  api: Api,
  path: string,
  idempotencyKey: string,
  options: Pick<RequestOptions, 'body' | 'ifMatch' | 'search'> = {},
): Promise<Job> {
  const { body } = await api.send({ method: 'POST', path, body: {}, ...options, idempotencyKey })
  return loadJob(api, parseResponse(type({ id: number() }), body).id)
}

/** Returns the text of a job's page about its undo; null if the job wasn't undone. */
export const formatUndoState = ({ undoneBy, undone }: Job): string | null =>
  undoneBy ? jobUndoMessages[undone ?? 'all'] : null

/** Actions on a job. */
export const jobActions = ['cancel', 'retry', 'undo'] as const
export type JobAction = (typeof jobActions)[number]

/** POST /jobs/ID/cancel|retry|undo; returns the resulting job, which is another one for undo. */
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

/** Returns the actions that a job offers. Rows that weren't reached can run like failed ones. */
export function getJobActions(job: Job): JobAction[] {
  if (isActiveJob(job)) return ['cancel']
  const { failed, waiting } = job.rows
  return [
    ...(failed + waiting > 0 && !job.undoneBy ? (['retry'] as const) : []),
    ...(job.undoUntil ? (['undo'] as const) : []),
  ]
}

/**
 * Returns a link to a job for messages: its panel opens over the page at this path, which may have
 * a query (`/paymentAttempt?incidents`).
 */
export function toJobLink({ id, title }: Pick<Job, 'id' | 'title'>, path: string): RecordLink {
  const [pathname = '', ...query] = path.split('?')
  const search = query.length > 0 ? `?${query.join('?')}` : ''
  return { resource: jobsParam, id, name: title, to: withJobsPanel({ pathname, search }, id) }
}
