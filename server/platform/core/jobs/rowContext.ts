import { sql } from 'kysely'
import { findJobAccount } from '../auth/apiKeys.ts'
import { buildSetActingAccount } from '../auth/tokens.ts'
import { createAuditor } from '../audit/audit.ts'
import { hasPermission } from '../http/createCallHandler.ts'
import { HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { BeforeCommit } from '../platform/platform.ts'
import type { JobKind, JobRow, RowContext } from './jobs.ts'
import { jobMessages } from './messages.ts'

export type JobRunner = {
  platform: Platform
  kinds: readonly JobKind[]
  beforeCommit: BeforeCommit
  isTurnOver: () => boolean
}

export type RunningJob = {
  kind: JobKind
  userId: number
  apiKeyId: number | null
  createdBy: string
  createdAt: string
  job: RowContext['job']
  isUndo: boolean
  /** The queues to wake for follow-up work. */
  queues: Set<string>
  /** The jobs that its rows started. */
  jobs: Set<number>
}

/**
 * Locks the rows that this process can run until the transaction ends. With a token, only those
 * whose claim still has it.
 */
export async function lockRows(
  trx: Connection,
  { createdAt }: Pick<RunningJob, 'createdAt'>,
  rows: readonly JobRow[],
  token: string | null = null,
): Promise<JobRow[]> {
  const ids = rows.map(({ id }) => id)
  const locked = await sql<{ id: number }>`
    select job_rows.id from job_rows join jobs on jobs.id = job_rows.job_id
    where job_rows.id = any(${ids}::bigint[]) and job_rows.created_at = ${createdAt}
      and outcome is null and status = 'running' and (${token}::text is null or claimed_by = ${token})
    order by job_rows.id for update of job_rows skip locked`.execute(trx)
  const lockedIds = new Set(locked.rows.map(({ id }) => id))
  return rows.filter(({ id }) => lockedIds.has(id))
}

/**
 * Creates the context of a row, in the name of the job's creator and with that account's current
 * permissions and stores. A job that an API key started has what the key may do now.
 */
export async function createRowContext(
  { kind, userId, apiKeyId, createdBy, job }: RunningJob,
  { platform, trx, now }: Pick<RowContext, 'platform' | 'trx' | 'now'>,
): Promise<RowContext> {
  const caller = await findJobAccount(trx, { userId, apiKeyId }, now)
  if (!caller)
    throw createRowError(
      apiKeyId === null ? jobMessages.accountSuspended(createdBy) : jobMessages.apiKeyStopped,
    )
  if (!hasPermission(kind.permission, caller))
    throw createRowError(jobMessages.noPermission(createdBy, kind.permission))
  await sql`select ${buildSetActingAccount(caller)}`.execute(trx)
  const audit = createAuditor(trx, {
    asked: { id: `job-${job.id}`, ip: '' },
    now,
    actor: createdBy,
  })
  return { platform, trx, caller, now, audit, job }
}

export const nothingSavedMessage = jobMessages.nothingSaved
export const createRowError = (detail: string) => new HttpError(409, 'wrong_state', detail)
