import { setImmediate as eventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { findAccount } from '../accounts/tokens.ts'
import { auditor } from '../audit/audit.ts'
import { holds } from '../http/answering.ts'
import { Refusal } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Settle } from '../writes.ts'
import type { JobKind, JobRow, Outcome, RowResult, RowWork } from './jobs.ts'

export type Runner = {
  platform: Platform
  kinds: readonly JobKind[]
  settle: Settle
  /** Whether this process is about to end, or others wait for their turn. */
  isOver: () => boolean
}

/** How many rows are looked at in one go. */
const inBatch = 20

type Running = {
  kind: JobKind
  userId: number
  createdBy: string
  /** Of the job and its rows, which are looked for in that month alone. */
  createdAt: string
  job: RowWork['job']
  isUndo: boolean
}

/**
 * Goes on with a job where it stands, until it ends or `isOver`: answers whether rows are left for another turn. Any number of processes
 * may do so at once, and each may be killed at any moment: a row is held, done and marked in one transaction.
 */
export async function runJob(runner: Runner, id: number): Promise<boolean> {
  const running = await begin(runner, id)
  if (!running) return false
  for (;;) {
    const rows = await rowsLeft(runner, running)
    if (rows.length === 0) {
      await end(runner, id)
      return false
    }
    let done = 0
    for (const row of rows) {
      // The embedded database answers without ever going through the event loop: requests would wait for the end of the turn.
      await eventLoop()
      if (runner.isOver()) return true
      if (await runRow(runner, running, row)) done++
    }
    // All of them are held by another process, or the job was cancelled.
    if (done === 0) return false
  }
}

/** The job, if it is to be run: one of a kind that this platform does not know fails as a whole. */
async function begin({ platform, kinds }: Runner, id: number): Promise<Running | null> {
  const { db, now } = platform
  const job = await db
    .updateTable('jobs')
    .set({ status: 'running', startedAt: sql`coalesce(started_at, ${now().toISOString()})` })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['kind', 'userId', 'createdBy', 'createdAt', 'input', 'undoOf'])
    .executeTakeFirst()
  if (!job) return null
  const kind = kinds.find(({ name }) => name === job.kind)
  const { userId, createdBy, createdAt, input, undoOf } = job
  const isUndo = undoOf !== null
  if (kind && (!isUndo || kind.undo))
    return { kind, userId, createdBy, createdAt, job: { id, input }, isUndo }
  const sentence = 'This platform does not know this kind of job.'
  await db
    .updateTable('jobs')
    .set({ status: 'failed', sentence, endedAt: now().toISOString() })
    .where('id', '=', id)
    .execute()
  return null
}

const rowsLeft = ({ platform }: Runner, { job, createdAt }: Running): Promise<JobRow[]> =>
  platform.db
    .selectFrom('jobRows')
    .select(['id', 'targetId', 'label', 'input'])
    .where('jobId', '=', job.id)
    .where('createdAt', '=', createdAt)
    .where('outcome', 'is', null)
    .orderBy('id')
    .limit(inBatch)
    .execute()

async function end({ platform }: Runner, id: number): Promise<void> {
  await sql`update jobs set status = 'done', ended_at = ${platform.now().toISOString()}
    where id = ${id} and status = 'running'
      and not exists (select from job_rows where job_id = ${id} and outcome is null)`.execute(
    platform.db,
  )
}

type Ended = { outcome: Outcome; sentence?: string | null; before?: unknown }

/** Whether the row was this process's to do. */
async function runRow(runner: Runner, running: Running, row: JobRow) {
  const { platform, settle } = runner
  const { kind, job, createdAt, isUndo } = running
  const prepared = await attempt(runner, job.id, async () => ({
    value: isUndo ? undefined : await kind.prepare?.(platform, row),
  }))
  const at = platform.now()
  const now = at.toISOString()
  return platform.db.transaction().execute(async (trx) => {
    const held = await sql`
      select job_rows.id from job_rows join jobs on jobs.id = job_rows.job_id
      where job_rows.id = ${row.id} and job_rows.created_at = ${createdAt} and outcome is null and status = 'running'
      for update of job_rows skip locked`.execute(trx)
    if (held.rows.length === 0) return false
    await sql`savepoint before_row`.execute(trx)
    const ended: Ended =
      'outcome' in prepared
        ? prepared
        : await attempt(runner, job.id, async () => {
            const result = await performRow(running, { platform, trx, now }, row, prepared.value)
            await settle(trx, at)
            return result
          })
    const { outcome, sentence = null, before } = ended
    if (outcome === 'refused' || outcome === 'failed')
      await sql`rollback to savepoint before_row`.execute(trx)
    await trx
      .updateTable('jobRows')
      .set({ outcome, sentence, endedAt: now })
      .$if(before !== undefined, (query) => query.set({ before: JSON.stringify(before) }))
      .where('id', '=', row.id)
      .where('createdAt', '=', createdAt)
      .execute()
    return true
  })
}

/** Does one row for who started the job, as far as that account may and reaches by now. */
async function performRow(
  { kind, userId, createdBy, job, isUndo }: Running,
  { platform, trx, now }: Pick<RowWork, 'platform' | 'trx' | 'now'>,
  row: JobRow,
  prepared: unknown,
): Promise<RowResult> {
  const caller = await findAccount(trx, userId)
  if (!caller) throw refused(`The account of ${createdBy} is suspended.`)
  if (!holds(kind.needs, caller))
    throw refused(`${createdBy} no longer has the right ${kind.needs} that this needs.`)
  const audit = auditor(trx, { asked: { id: `job-${job.id}`, ip: '' }, now, actor: createdBy })
  const work: RowWork = { platform, trx, caller, now, audit, job }
  if (!isUndo) return kind.perform(work, row, prepared)
  if (!kind.undo || row.input === null) throw refused('What was before is not known.')
  return kind.undo(work, row)
}

const refused = (detail: string) => new Refusal(409, 'wrong_state', 'Not done', { detail })

/** What was worked out, or why it could not be. */
async function attempt<T>({ platform }: Runner, id: number, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    return { ...failureOf(error, platform, id) }
  }
}

function failureOf(error: unknown, { log }: Platform, job: number): Ended {
  if (error instanceof Refusal) {
    const { detail, title } = error.problem
    return { outcome: 'refused', sentence: detail ?? `${title}.` }
  }
  log.error({ job, err: error }, 'A row of a job failed')
  return { outcome: 'failed', sentence: 'Something went wrong inside the platform.' }
}
