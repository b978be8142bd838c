import { sql } from 'kysely'
import { actingAs, findAccount } from '../auth/tokens.ts'
import { auditor } from '../audit/audit.ts'
import { holds } from '../http/answering.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Settle } from '../http/writes.ts'
import type { JobKind, JobRow, RowWork } from './jobs.ts'
import { jobMessages } from './messages.ts'

export type Runner = {
  platform: Platform
  kinds: readonly JobKind[]
  settle: Settle
  isOver: () => boolean
}

export type Running = {
  kind: JobKind
  userId: number
  createdBy: string
  createdAt: string
  job: RowWork['job']
  isUndo: boolean
  /** Where work waits that follows from its rows. */
  queues: Set<string>
}

/** Those of these rows that are this process's to do, held until the transaction ends; of claimed ones, those that still bear the token. */
export async function holdRows(
  trx: Connection,
  { createdAt }: Pick<Running, 'createdAt'>,
  rows: readonly JobRow[],
  token: string | null = null,
): Promise<JobRow[]> {
  const ids = rows.map(({ id }) => id)
  const held = await sql<{ id: number }>`
    select job_rows.id from job_rows join jobs on jobs.id = job_rows.job_id
    where job_rows.id = any(${ids}::bigint[]) and job_rows.created_at = ${createdAt}
      and outcome is null and status = 'running' and (${token}::text is null or claimed_by = ${token})
    order by job_rows.id for update of job_rows skip locked`.execute(trx)
  const known = new Set(held.rows.map(({ id }) => id))
  return rows.filter(({ id }) => known.has(id))
}

/** Works for who started the job, as far as that account may and reaches by now. */
export async function workFor(
  { kind, userId, createdBy, job }: Running,
  { platform, trx, now }: Pick<RowWork, 'platform' | 'trx' | 'now'>,
): Promise<RowWork> {
  const caller = await findAccount(trx, userId)
  if (!caller) throw notDone(jobMessages.accountSuspended(createdBy))
  if (!holds(kind.needs, caller)) throw notDone(jobMessages.noPermission(createdBy, kind.needs))
  await sql`select ${actingAs(caller)}`.execute(trx)
  const audit = auditor(trx, { asked: { id: `job-${job.id}`, ip: '' }, now, actor: createdBy })
  return { platform, trx, caller, now, audit, job }
}

export const nothingKept = jobMessages.nothingSaved
export const notDone = (detail: string) => new Refusal(409, 'wrong_state', detail)
