import { sql } from 'kysely'
import { demand } from '../http/answering.ts'
import type { Answer, Change } from '../http/call.ts'
import { notPossible } from '../platform/refusal.ts'
import { jobIdOf, readJob } from './readJobs.ts'
import { jobMessages } from './messages.ts'

/** Holds the job until the change is kept, so that of two at once the second one sees what the first one did. */
export async function held({ trx, asked, caller }: Change) {
  const id = jobIdOf(asked)
  await sql`select id from jobs where id = ${id} and user_id = ${caller.id} for update`.execute(trx)
  return { id, before: await readJob(trx, id, caller) }
}

/** A right that was taken since the job was started is none to run it again. */
export async function demandRight({ trx, caller }: Change, id: number): Promise<void> {
  const { needs } = await trx
    .selectFrom('jobs')
    .select('needs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  demand(needs, caller)
}

export const wrongState = (detail: string) => notPossible(detail)

/** POST /jobs/ID/cancel */
export async function cancelJob(change: Change): Promise<Answer> {
  const { platform, trx, caller, now, audit } = change
  const { id, before } = await held(change)
  const { status, title } = before
  if (status !== 'waiting' && status !== 'running') throw wrongState(jobMessages.alreadyFinished)
  await sql`update jobs set status = 'cancelled', ended_at = ${now} where id = ${id}`.execute(trx)
  await audit({ event: 'jobs.cancelled', target: { type: 'jobs', id, label: title } })
  const body = await readJob(trx, id, caller)
  return { status: 200, body, afterwards: () => platform.kick(id) }
}

/** POST /jobs/ID/retry */
export async function retryJob(change: Change): Promise<Answer> {
  const { platform, trx, caller, audit } = change
  const { id, before } = await held(change)
  const { status, title, undoneBy } = before
  await demandRight(change, id)
  if (status === 'waiting' || status === 'running') throw wrongState(jobMessages.retryRunning)
  if (undoneBy !== null) throw wrongState(jobMessages.retryUndone)
  const { rows } = await sql`
    update job_rows set outcome = null, sentence = null, ended_at = null,
      claimed_by = null, claimed_until = null
    where job_id = ${id} and (outcome = 'failed' or outcome is null) returning id`.execute(trx)
  if (rows.length === 0) throw wrongState(jobMessages.nothingToRetry)
  await sql`update jobs set status = 'waiting', sentence = null, ended_at = null where id = ${id}`.execute(
    trx,
  )
  await audit({ event: 'jobs.retried', target: { type: 'jobs', id, label: title } })
  const body = await readJob(trx, id, caller)
  return { status: 200, body, afterwards: () => platform.kick(id) }
}
