import { sql } from 'kysely'
import { instant as instantField, integer } from '#shared/engine/fields/fields.ts'
import { parsePageLimit } from '../http/listParameters.ts'
import type { Caller } from '../auth/tokens.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult } from '../http/call.ts'
import { badRequest, notFound } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { requireKnownParameters } from '../records/list/list.ts'
import { loadPage } from '../records/list/page.ts'
import { parseId } from '../records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { jobRowOutcomes } from './jobs.ts'
import { jobMessages } from './messages.ts'

export const jobRowStates = [...jobRowOutcomes, 'waiting'] as const
const jobColumns = [
  'id',
  'kind',
  'title',
  'status',
  'sentence',
  'createdAt',
  'startedAt',
  'endedAt',
  'undoOf',
  'undoneBy',
  'undone',
  'undoUntil',
  'importId',
]

/** The results of an undo, which may be rejected row by row. */
export const undoStates = ['underWay', 'all', 'partly', 'nothing'] as const
type UndoState = (typeof undoStates)[number]

/** Selects the jobs of an account; through an API key, only those that the key started. */
const selectJobs = ({ id, apiKey }: Pick<Caller, 'id' | 'apiKey'>) => sql`(
  select jobs.*, undo.id as undone_by, (jobs.input ->> 'importId')::int as import_id,
    case when undo.id is not null then case when undo.ended_at is null then 'underWay' else 'ended' end end as undone,
    case when jobs.undoable and jobs.ended_at is not null then jobs.ended_at + interval '30 days' end as undo_until
  from jobs left join jobs as undo on undo.undo_of = jobs.id
  where jobs.user_id = ${id}
    and (${apiKey === undefined} or jobs.api_key_id = ${apiKey?.id ?? null}::int)) as jobs`

/** A job as read; only some of its columns have types. */
type StoredJob = {
  id: number
  status: string
  title: string
  undoOf: number | null
  undoneBy: number | null
  undone: string | null
  undoUntil: string | null
  [column: string]: unknown
}
export type Job = StoredJob & { rows: Record<string, number> }

export const parseJobId = ({ params }: ApiRequest): number => parseId(params, 'job')

/** Loads one of the caller's own jobs. Rejects any other with 404. */
export async function loadJob(
  connection: Connection,
  id: number,
  caller: Pick<Caller, 'id' | 'apiKey'>,
): Promise<Job> {
  const { rows } = await sql<StoredJob>`
    select ${sql.join(jobColumns.map((name) => sql.ref(name)))} from ${selectJobs(caller)}
    where id = ${id}`.execute(connection)
  const [job] = await addCounts(connection, rows)
  if (!job) throw notFound('job')
  return job
}

async function addCounts<T extends Record<string, unknown>>(connection: Connection, jobs: T[]) {
  if (jobs.length === 0) return []
  const ids = jobs.flatMap(({ id, undoneBy }) => (undoneBy ? [id, undoneBy] : [id]))
  const { rows } = await sql<{
    jobId: number
    state: string
    count: number
    planned: number
    isBad: boolean
  }>`
    select job_id, coalesce(outcome, 'waiting') as state, count(*) as count, count(*) filter (where is_planned) as planned, bool_or(is_bad) as is_bad from job_rows
    where job_id in (${sql.join(ids)}) group by 1, 2`.execute(connection)
  const rowsByJob = Map.groupBy(rows, ({ jobId }) => jobId)
  const singleRowJobs = [...rowsByJob].flatMap(([id, stateRows]) =>
    stateRows.length === 1 && stateRows[0]?.count === 1 ? [id] : [],
  )
  const sentences = await loadRowSentences(connection, singleRowJobs)
  const leftOut = await countSkippedLines(connection, jobs)
  return jobs.map((job) => {
    const ownRows = rowsByJob.get(Number(job['id'])) ?? []
    const getCount = (state: string) => ownRows.find((row) => row.state === state)?.count ?? 0
    const counts = Object.fromEntries(jobRowStates.map((state) => [state, getCount(state)]))
    const undone =
      job['undone'] === 'ended'
        ? getUndoState(rowsByJob.get(Number(job['undoneBy'])) ?? [])
        : (job['undone'] ?? null)
    const canUndo = getCount('done') > 0 && (undone === null || undone === 'nothing')
    const undoUntil = canUndo ? job['undoUntil'] : null
    return {
      ...job,
      undone,
      undoUntil,
      isBad: ownRows.some(({ isBad }) => isBad),
      refusedByPlan: ownRows.find(({ state }) => state === 'refused')?.planned ?? 0,
      leftOut: leftOut.get(Number(job['id'])) ?? 0,
      rowSentence: sentences.get(Number(job['id'])) ?? null,
      rows: { ...counts, total: ownRows.reduce((sum, { count }) => sum + count, 0) },
    }
  })
}

/** Returns the result of an undo from its rows' states. An unchanged row counts as undone. */
function getUndoState(rows: readonly { state: string }[]): UndoState {
  const isGood = ({ state }: { state: string }) => state === 'done' || state === 'unchanged'
  if (rows.every(isGood)) return 'all'
  return rows.some(isGood) ? 'partly' : 'nothing'
}

/** Loads the sentence of each single-row job, which says all there is to say about it. */
async function loadRowSentences(connection: Connection, jobs: readonly number[]) {
  if (jobs.length === 0) return new Map<number, string | null>()
  const { rows } = await sql<{ jobId: number; sentence: string | null }>`
    select job_id, sentence from job_rows where job_id in (${sql.join(jobs)})`.execute(connection)
  return new Map(rows.map(({ jobId, sentence }) => [jobId, sentence]))
}

/**
 * Counts the lines of each import that never ran because the check rejected them. For a check that
 * is its import's latest, counts what it rejected.
 */
async function countSkippedLines(connection: Connection, jobs: readonly Record<string, unknown>[]) {
  const runs = jobs.flatMap(({ id, importId, kind, undoOf }) =>
    importId && !undoOf && /[.]import(Check)?$/.test(String(kind))
      ? [{ id: Number(id), importId }]
      : [],
  )
  if (runs.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ jobs: (number | null)[]; count: number }>`
    select array[check_job, run_job] as jobs, count(*)::int as count
    from import_lines join imports on imports.id = import_id
    where import_id in (${sql.join(runs.map(({ importId }) => importId))}) and action = 'refused'
    group by imports.id`.execute(connection)
  return new Map(runs.map(({ id }) => [id, rows.find((row) => row.jobs.includes(id))?.count ?? 0]))
}

export async function handleGetJob(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  return { status: 200, body: await loadJob(db, parseJobId(request), caller) }
}

export async function handleListJobs(
  { query }: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  requireKnownParameters(query, ['limit', 'after', 'underWay'])
  const underWay = query.get('underWay') ?? 'false'
  if (underWay !== 'true' && underWay !== 'false') throw badRequest(jobMessages.underWayBody)
  const condition =
    underWay === 'true' ? sql<boolean>`status in ('waiting', 'running')` : sql<boolean>`true`
  const body = await loadPage(db, {
    table: selectJobs(caller),
    columns: jobColumns,
    condition,
    sort: [{ field: 'createdAt', descending: true }],
    sortColumns: [
      { name: 'createdAt', field: instantField(jobMessages.createdColumn), nullable: false },
    ],
    limit: parsePageLimit(query),
    after: query.get('after'),
    addFields: (jobs) => addCounts(db, jobs),
  })
  return { status: 200, body }
}

export async function handleListJobRows(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { query } = request
  requireKnownParameters(query, ['limit', 'after', 'outcome'])
  const outcome = query.get('outcome')
  if (outcome !== null && !jobRowStates.some((state) => state === outcome))
    throw badRequest(jobMessages.unknownOutcome(jobRowStates.join(', ')))
  const id = parseJobId(request)
  await loadJob(db, id, caller)
  const outcomeCondition =
    outcome === null
      ? sql`true`
      : outcome === 'waiting'
        ? sql`outcome is null`
        : sql`outcome = ${outcome}`
  const body = await loadPage(db, {
    table: sql.table('jobRows'),
    columns: ['id', 'targetId', 'label', 'outcome', 'sentence', 'endedAt'],
    condition: sql`job_id = ${id} and ${outcomeCondition}`,
    sort: [{ field: 'id', descending: false }],
    sortColumns: [{ name: 'id', field: integer(jobMessages.rowColumn), nullable: false }],
    limit: parsePageLimit(query),
    after: query.get('after'),
  })
  return { status: 200, body }
}
