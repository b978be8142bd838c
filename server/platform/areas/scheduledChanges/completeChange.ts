import { sql } from 'kysely'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { scheduledChangeMessages } from './messages.ts'
import { saveTransition } from './storedChange.ts'
import type { StoredChange } from './storedChange.ts'

type CompletionContext = Pick<WriteContext, 'trx' | 'now' | 'audit'>

type JobOutcome = { status: string; left: number; bad: number }

/**
 * Completes the start or the end of a change once its job has ended, and says how many records it
 * couldn't change or restore.
 */
export async function completeChange(
  context: CompletionContext,
  change: StoredChange,
): Promise<() => Promise<void>> {
  const { trx, now } = context
  const isEnd = change.state === 'ending'
  const jobId = isEnd ? change.undoJobId : change.jobId
  const outcome = jobId === null ? null : await loadJobOutcome(trx, jobId)
  if (outcome && ['waiting', 'running'].includes(outcome.status)) return () => Promise.resolve()
  const problem = outcome && describeError(outcome, isEnd ? 'notRestored' : 'skippedRecords')
  const isOver = isEnd || change.endsAt === null
  await saveTransition(context, change, 'complete', {
    // What couldn't be changed at the start stays reported.
    problem: problem ?? (isEnd ? change.problem : null),
    ...(isOver && { endedAt: now }),
  })
  return () => Promise.resolve()
}

/** Describes what the start of a change skipped; null if nothing. */
export async function findStartError(
  trx: Connection,
  { jobId }: Pick<StoredChange, 'jobId'>,
): Promise<string | null> {
  const outcome = jobId === null ? null : await loadJobOutcome(trx, jobId)
  return outcome && describeError(outcome, 'skippedRecords')
}

function describeError(
  { status, left, bad }: JobOutcome,
  text: 'skippedRecords' | 'notRestored',
): string | null {
  if (left + bad > 0) return scheduledChangeMessages[text](left + bad)
  return status === 'failed' ? scheduledChangeMessages.jobFailed : null
}

async function loadJobOutcome(trx: Connection, id: number): Promise<JobOutcome | null> {
  const { rows } = await sql<JobOutcome>`
    select jobs.status, (count(job_rows.id) filter (where outcome is null))::int as left,
      (count(job_rows.id) filter (where outcome in ('refused', 'failed')))::int as bad
    from jobs left join job_rows on job_rows.job_id = jobs.id
    where jobs.id = ${id} group by jobs.id, jobs.status`.execute(trx)
  return rows[0] ?? null
}
