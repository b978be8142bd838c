import { rowOutcomes } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { jobsMessages } from './messages.ts'

/**
 * Separates rows rejected while the job ran from rows left out earlier by its plan or file check.
 */
export const getJobRowCounts = ({ rows, refusedByPlan = 0, leftOut = 0 }: Job) => ({
  ...rows,
  refused: rows.refused - refusedByPlan,
  leftOut: refusedByPlan + leftOut,
})

/** Returns whether every row that ran succeeded. A failed test still counts as a row that ran. */
export function hasNoFailures(job: Job): boolean {
  const { failed, refused } = getJobRowCounts(job)
  return job.status !== 'failed' && failed + refused === 0 && !job.isBad
}

/**
 * Formats the result of an ended job. A job of one row uses the row's own sentence, if it has one.
 */
export function formatJobResult(job: Job): string {
  const { kind, status, sentence, rowSentence = null, undoneBy, undone } = job
  const { leftOut, ...rows } = getJobRowCounts(job)
  // A check's rows are parts of its file, so its count of finished rows says nothing.
  if (kind.endsWith('.importCheck') && leftOut > 0 && rows.done === rows.total)
    return jobsMessages.outcomes.refused(leftOut)
  const counts = rowOutcomes.flatMap((outcome) =>
    rows[outcome] > 0 ? [jobsMessages.outcomes[outcome](rows[outcome])] : [],
  )
  const isAll = (count: number) => leftOut === 0 && count === rows.total
  const all = isAll(rows.done)
    ? jobsMessages.allDone
    : isAll(rows.unchanged)
      ? jobsMessages.allUnchanged
      : null
  const parts = [
    ...(status === 'cancelled' ? [jobsMessages.cancelled] : []),
    ...(sentence === null ? [] : [sentence]),
    ...(all === null ? counts : rowSentence === null ? [all] : []),
    ...(rowSentence === null ? [] : [rowSentence]),
    ...(leftOut > 0 ? [jobsMessages.skipped(leftOut)] : []),
    ...(rows.waiting > 0 ? [jobsMessages.notStarted(rows.waiting)] : []),
    ...(undoneBy ? [jobsMessages.undone[undone ?? 'all']] : []),
  ]
  return parts.join(jobsMessages.dot)
}
