import { sql } from 'kysely'
import type { CallResult, RequestContext, WriteContext } from '../http/call.ts'
import { requireJobPermission, lockJob, invalidJobState } from './jobActions.ts'
import { loadJob } from './loadJobs.ts'
import type { Job } from './loadJobs.ts'
import type { Platform } from '../platform/platform.ts'
import { jobMessages } from './messages.ts'

/** POST /jobs/ID/undo: starts a job that undoes the rows from last to first and reports on each. */
export async function handleUndoJob(context: RequestContext): Promise<CallResult> {
  const { platform, trx, caller, now, audit } = context
  const { id, before: job } = await lockJob(context)
  await requireJobPermission(context, id)
  const { status, title, undoOf } = job
  if (undoOf !== null) throw invalidJobState(jobMessages.isUndo)
  if (status === 'waiting' || status === 'running') throw invalidJobState(jobMessages.undoRunning)
  const before = await waitForRows(context, job)
  const { undoneBy, undone, undoUntil, rows } = before
  if (undone === 'underWay') throw invalidJobState(jobMessages.beingUndone)
  if (undoneBy !== null && undone !== 'nothing') throw invalidJobState(jobMessages.alreadyUndone)
  if (rows['done'] === 0) throw invalidJobState(jobMessages.nothingToUndo)
  if (undoUntil === null) throw invalidJobState(jobMessages.cannotUndo)
  if (Date.parse(undoUntil) < Date.parse(now)) throw invalidJobState(jobMessages.tooOldToUndo)
  const undoId =
    undoneBy === null ? await createUndoJob(context, job) : await restartUndoJob(context, undoneBy)
  await audit({ event: 'jobs.undone', target: { type: 'jobs', id, label: title } })
  const body = await loadJob(trx, undoId, caller)
  return { status: 202, body, afterCommit: () => platform.enqueueJob(undoId) }
}

/**
 * Waits until no row of the job is running, since the started rows of a canceled job finish without
 * locking it. Locks rows in the order in which they run.
 */
async function waitForRows({ trx, caller }: RequestContext, { id, createdAt }: Job): Promise<Job> {
  await sql`select from job_rows
    where job_id = ${id} and created_at = ${createdAt} and outcome is null
    order by id for update`.execute(trx)
  return loadJob(trx, id, caller)
}

/**
 * Saves a job that undoes the done rows of another one for the caller, who may not be the other
 * job's creator. The job still has to be queued.
 */
export async function createUndoJob(
  { trx, caller, now }: WriteContext,
  { id, title }: Pick<Job, 'id' | 'title'>,
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    insert into jobs (user_id, api_key_id, kind, needs, title, status, created_at, created_by, input, undo_of)
    select ${caller.id}, ${caller.apiKey?.id ?? null}::int, kind, needs, ${`Undo: ${title}`}, 'waiting', ${now}, ${caller.email}, input, id
    from jobs where id = ${id} returning id`.execute(trx)
  const undoId = inserted.rows[0]?.id ?? 0 // Just created.
  await sql`insert into job_rows (job_id, created_at, target_id, label, input)
    select ${undoId}, ${now}::timestamptz, target_id, label, before from job_rows
    where job_id = ${id} and outcome = 'done' order by id desc`.execute(trx)
  return undoId
}

/** Restarts an undo that undid nothing, since what blocked it may be gone. */
async function restartUndoJob({ trx }: RequestContext, undoId: number): Promise<number> {
  const { rows } = await sql`
    update jobs set status = 'waiting', sentence = null, ended_at = null
    where id = ${undoId} and ended_at is not null returning id`.execute(trx)
  if (rows.length === 0) throw invalidJobState(jobMessages.beingUndone)
  await sql`update job_rows set outcome = null, sentence = null, is_bad = false, ended_at = null,
    claimed_by = null, claimed_until = null
    where job_id = ${undoId} and outcome is distinct from 'done'`.execute(trx)
  return undoId
}

/** Deletes the undo data of jobs that can't be undone anymore. */
export async function purgeUndoData({ db, now }: Platform): Promise<void> {
  const at = now().toISOString()
  await sql`
    with past as (
      update jobs set undoable = false
      where undoable and status not in ('waiting', 'running') and ended_at < ${at}::timestamptz - interval '30 days'
        and (kept_until is null or kept_until < ${at})
      returning id)
    update job_rows set before = null from past where job_id = past.id and before is not null`.execute(
    db,
  )
}
