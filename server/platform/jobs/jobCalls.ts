import { sql } from 'kysely'
import { instant as instantField, integer } from '#shared/engine/fields.ts'
import { limitFrom } from '../audit/auditCalls.ts'
import type { Caller } from '../accounts/tokens.ts'
import { demand } from '../http/answering.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { badRequest, notFound, Refusal } from '../http/refusal.ts'
import { instant, listOf, orNull, text, whole } from '../openapi/schema.ts'
import { object, page, pageParameters } from '../openapi/schemas.ts'
import type { Platform } from '../platform.ts'
import { refuseUnknownParameters } from '../records/list.ts'
import { readPage } from '../records/page.ts'
import type { Connection } from '../schema.ts'
import { outcomes } from './jobs.ts'

/** What a row may be asked by: what became of it, or that it is still to be done. */
const states = [...outcomes, 'waiting'] as const
const columns = ['id', 'kind', 'title', 'status', 'sentence', 'createdAt', 'startedAt', 'endedAt']

const job = object({
  id: whole,
  kind: text,
  title: text,
  status: { type: 'string', enum: ['waiting', 'running', 'done', 'cancelled', 'failed'] },
  sentence: orNull(text),
  createdAt: instant,
  startedAt: orNull(instant),
  endedAt: orNull(instant),
  rows: object(Object.fromEntries([...states, 'total'].map((name) => [name, whole]))),
})
const row = object({
  id: whole,
  targetId: orNull(whole),
  label: text,
  outcome: orNull({ type: 'string', enum: outcomes }),
  sentence: orNull(text),
  endedAt: orNull(instant),
})

/** A job as it is read: more columns are answered than are looked into. */
type Job = { id: number; status: string; title: string; [column: string]: unknown }

const read = { kind: 'read', needs: 'signedIn', method: 'get' } as const
const write = { kind: 'write', needs: 'signedIn', method: 'post' } as const

/** The jobs of whoever asks: nobody else's are to be seen, or ended. */
export const jobCalls: readonly Call[] = [
  {
    ...read,
    path: '/jobs',
    summary: 'Your own jobs, newest first',
    query: pageParameters,
    success: { status: 200, schema: object({ data: listOf(job), page }) },
    answer: answerJobs,
  },
  {
    ...read,
    path: '/jobs/:id',
    summary: 'One of your jobs, and how far it is',
    success: { status: 200, schema: job },
    answer: answerJob,
  },
  {
    ...read,
    path: '/jobs/:id/rows',
    summary: 'What became of each row of a job',
    query: [
      ...pageParameters,
      {
        name: 'outcome',
        description: 'Only rows that came to this, or wait',
        schema: { type: 'string', enum: states },
      },
    ],
    success: { status: 200, schema: object({ data: listOf(row), page }) },
    answer: answerRows,
  },
  {
    ...write,
    path: '/jobs/:id/cancel',
    summary: 'End a job; rows that are done stay so',
    success: { status: 200, schema: job },
    refusals: [409, 422],
    answer: cancelJob,
  },
  {
    ...write,
    path: '/jobs/:id/retry',
    summary: 'Run again the rows of a job that failed, and those that nobody looked at',
    success: { status: 200, schema: job },
    refusals: [409, 422],
    answer: retryJob,
  },
]

function jobIdOf({ params }: Asked): number {
  const id = Number(params['id'])
  if (!/^[1-9]\d{0,9}$/.test(params['id'] ?? '') || id >= 2 ** 31) throw notFound('job')
  return id
}

async function readJob(connection: Connection, id: number, caller: Caller) {
  const { rows } = await sql<Job>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from jobs
    where id = ${id} and user_id = ${caller.id}`.execute(connection)
  const [found] = await withCounts(connection, rows)
  if (!found) throw notFound('job')
  return found
}

/** Puts beside jobs how many of their rows came to what. */
async function withCounts<T extends Record<string, unknown>>(connection: Connection, jobs: T[]) {
  if (jobs.length === 0) return []
  const ids = jobs.map(({ id }) => id)
  const { rows } = await sql<{ jobId: number; state: string; count: number }>`
    select job_id, coalesce(outcome, 'waiting') as state, count(*) as count from job_rows
    where job_id in (${sql.join(ids)}) group by 1, 2`.execute(connection)
  return jobs.map((one) => {
    const own = rows.filter(({ jobId }) => jobId === one['id'])
    const countOf = (state: string) => own.find((found) => found.state === state)?.count ?? 0
    const counts = Object.fromEntries(states.map((state) => [state, countOf(state)]))
    return { ...one, rows: { ...counts, total: own.reduce((sum, { count }) => sum + count, 0) } }
  })
}

async function answerJob(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  return { status: 200, body: await readJob(db, jobIdOf(asked), caller) }
}

async function answerJobs({ query }: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  refuseUnknownParameters(query, ['limit', 'after'])
  const body = await readPage(db, {
    table: sql.table('jobs'),
    columns,
    condition: sql`user_id = ${caller.id}`,
    sort: { field: 'createdAt', descending: true },
    column: { name: 'createdAt', field: instantField('Created'), nullable: false },
    limit: limitFrom(query),
    after: query.get('after'),
    complete: (found) => withCounts(db, found),
  })
  return { status: 200, body }
}

async function answerRows(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const { query } = asked
  refuseUnknownParameters(query, ['limit', 'after', 'outcome'])
  const outcome = query.get('outcome')
  if (outcome !== null && !states.some((state) => state === outcome))
    throw badRequest(`outcome must be one of ${states.join(', ')}.`)
  const id = jobIdOf(asked)
  await readJob(db, id, caller)
  const isAsked =
    outcome === null
      ? sql`true`
      : outcome === 'waiting'
        ? sql`outcome is null`
        : sql`outcome = ${outcome}`
  const body = await readPage(db, {
    table: sql.table('jobRows'),
    columns: ['id', 'targetId', 'label', 'outcome', 'sentence', 'endedAt'],
    condition: sql`job_id = ${id} and ${isAsked}`,
    sort: { field: 'id', descending: false },
    column: { name: 'id', field: integer('Row'), nullable: false },
    limit: limitFrom(query),
    after: query.get('after'),
  })
  return { status: 200, body }
}

/** Holds the job until the change is kept, so that of two at once the second one sees what the first one did. */
async function held({ trx, asked, caller }: Change) {
  const id = jobIdOf(asked)
  await sql`select id from jobs where id = ${id} and user_id = ${caller.id} for update`.execute(trx)
  return { id, before: await readJob(trx, id, caller) }
}

/** A right that was taken since the job was started is none to run it again. */
async function demandRight({ trx, caller }: Change, id: number): Promise<void> {
  const { needs } = await trx
    .selectFrom('jobs')
    .select('needs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  demand(needs, caller)
}

const wrongState = (detail: string) =>
  new Refusal(409, 'wrong_state', 'The job is not in the state for this', { detail })

async function cancelJob(change: Change): Promise<Answer> {
  const { trx, caller, now, audit } = change
  const { id, before } = await held(change)
  const { status, title } = before
  if (status !== 'waiting' && status !== 'running') throw wrongState('The job has ended already.')
  await sql`update jobs set status = 'cancelled', ended_at = ${now} where id = ${id}`.execute(trx)
  await audit({ event: 'jobs.cancelled', target: { type: 'jobs', id, label: title } })
  return { status: 200, body: await readJob(trx, id, caller) }
}

async function retryJob(change: Change): Promise<Answer> {
  const { platform, trx, caller, audit } = change
  const { id, before } = await held(change)
  const { status, title } = before
  await demandRight(change, id)
  if (status === 'waiting' || status === 'running')
    throw wrongState('The job is still under way. Try again when it has ended.')
  const { rows } = await sql`
    update job_rows set outcome = null, sentence = null, ended_at = null
    where job_id = ${id} and (outcome = 'failed' or outcome is null) returning id`.execute(trx)
  if (rows.length === 0)
    throw wrongState('No row of this job failed: there is nothing to run again.')
  await sql`update jobs set status = 'waiting', sentence = null, ended_at = null where id = ${id}`.execute(
    trx,
  )
  await audit({ event: 'jobs.retried', target: { type: 'jobs', id, label: title } })
  const body = await readJob(trx, id, caller)
  return { status: 200, body, afterwards: () => platform.kick(id) }
}
