import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { JobRow } from './jobs.ts'

/**
 * Seconds after its last renewal when a claim expires, so that a killed process doesn't block its
 * row for long.
 */
export const claimSeconds = 20
const claimRenewalMs = 5000

type RowClaim = { token: string; stop: () => void }

/**
 * Claims a row in its own transaction before any external call, so that no other process makes that
 * call. Null if the row is claimed or done, or its job was canceled. Uses the database's clock,
 * since the clocks of processes differ.
 */
export async function claimRow(
  { db, log }: Platform,
  { createdAt }: { createdAt: string },
  { id }: Pick<JobRow, 'id'>,
): Promise<RowClaim | null> {
  const token = randomUUID()
  const until = sql`clock_timestamp() + ${`${claimSeconds} seconds`}::interval`
  const { rows } = await sql`
    update job_rows set claimed_by = ${token}, claimed_until = ${until}
    where created_at = ${createdAt} and id in (
      select job_rows.id from job_rows join jobs on jobs.id = job_rows.job_id
      where job_rows.id = ${id} and job_rows.created_at = ${createdAt} and outcome is null
        and status = 'running' and coalesce(claimed_until, '-infinity') <= clock_timestamp()
      for update of job_rows skip locked)
    returning id`.execute(db)
  if (rows.length === 0) return null
  const renewal = setInterval(() => {
    sql`update job_rows set claimed_until = ${until}
      where created_at = ${createdAt} and id = ${id} and claimed_by = ${token}`
      .execute(db)
      .catch((err: unknown) =>
        log.warn({ err, row: id }, "The claim on a job row couldn't be renewed"),
      )
  }, claimRenewalMs)
  renewal.unref()
  return { token, stop: () => clearInterval(renewal) }
}

/** Whether a job has unfinished rows that other processes claimed. */
export async function hasClaimedRows(
  { db }: Pick<Platform, 'db'>,
  jobId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from job_rows join jobs on jobs.id = job_rows.job_id
    where job_id = ${jobId} and job_rows.created_at = jobs.created_at and outcome is null
      and status = 'running' and claimed_until is not null limit 1`.execute(db)
  return rows.length > 0
}
