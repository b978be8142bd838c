import { sql } from 'kysely'
import { requirePermission } from '../http/createCallHandler.ts'
import type { CallResult, RequestContext } from '../http/call.ts'
import { invalidState } from '../platform/httpError.ts'
import { parseJobId, loadJob } from './loadJobs.ts'
import { jobMessages } from './messages.ts'

/**
 * Locks the job until the change is committed, so that the second of two calls sees what the first
 * one did.
 */
export async function lockJob({ trx, request, caller }: RequestContext) {
  const id = parseJobId(request)
  await sql`select id from jobs where id = ${id} and user_id = ${caller.id} for update`.execute(trx)
  return { id, before: await loadJob(trx, id, caller) }
}

/** Rejects a caller who lost the job's permission since it was started. */
export async function requireJobPermission(
  { trx, caller }: RequestContext,
  id: number,
): Promise<void> {
  const { needs: permission } = await trx
    .selectFrom('jobs')
    .select('needs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  requirePermission(permission, caller)
}

export const invalidJobState = (detail: string) => invalidState(detail)

/** POST /jobs/ID/cancel */
export async function handleCancelJob(context: RequestContext): Promise<CallResult> {
  const { platform, trx, caller, now, audit } = context
  const { id, before } = await lockJob(context)
  const { status, title } = before
  if (status !== 'waiting' && status !== 'running')
    throw invalidJobState(jobMessages.alreadyFinished)
  await sql`update jobs set status = 'cancelled', ended_at = ${now} where id = ${id}`.execute(trx)
  await audit({ event: 'jobs.cancelled', target: { type: 'jobs', id, label: title } })
  const body = await loadJob(trx, id, caller)
  return { status: 200, body, afterCommit: () => platform.enqueueJob(id) }
}

/** POST /jobs/ID/retry */
export async function handleRetryJob(context: RequestContext): Promise<CallResult> {
  const { platform, trx, caller, audit } = context
  const { id, before } = await lockJob(context)
  const { status, title, undoneBy } = before
  await requireJobPermission(context, id)
  if (status === 'waiting' || status === 'running') throw invalidJobState(jobMessages.retryRunning)
  if (undoneBy !== null) throw invalidJobState(jobMessages.retryUndone)
  const { rows } = await sql`
    update job_rows set outcome = null, sentence = null, ended_at = null,
      claimed_by = null, claimed_until = null
    where job_id = ${id} and (outcome = 'failed' or outcome is null) returning id`.execute(trx)
  if (rows.length === 0) throw invalidJobState(jobMessages.nothingToRetry)
  await sql`update jobs set status = 'waiting', sentence = null, ended_at = null where id = ${id}`.execute(
    trx,
  )
  await audit({ event: 'jobs.retried', target: { type: 'jobs', id, label: title } })
  const body = await loadJob(trx, id, caller)
  return { status: 200, body, afterCommit: () => platform.enqueueJob(id) }
}
