import '#client/frame/signedIn.ts'
import { rowOutcomes } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { jobsMessages } from './messages.ts'

/** What rows came to while it ran, and how many were left out of it, as its plan or the check of its file had told. */
export const getRunCounts = ({ rows, refusedByPlan = 0, leftOut = 0 }: Job) => ({
  ...rows,
  refused: rows.refused - refusedByPlan,
  leftOut: refusedByPlan + leftOut,
})

/** Whether all that was begun came to a good end: a test that failed was done all the same. */
export function isSuccessful(job: Job): boolean {
  const { failed, refused } = getRunCounts(job)
  return job.status !== 'failed' && failed + refused === 0 && !job.isBad
}

/** What came of a job that has ended; of one row that says something it is what that says. */
export function formatJobResult(job: Job): string {
  const { kind, status, sentence, rowSentence = null, undoneBy, undone } = job
  const { leftOut, ...rows } = getRunCounts(job)
  // The rows of a check are parts of its file.
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
    ...(leftOut > 0 ? [jobsMessages.leftOut(leftOut)] : []),
    ...(rows.waiting > 0 ? [jobsMessages.notBegun(rows.waiting)] : []),
    ...(undoneBy ? [jobsMessages.undone[undone ?? 'all']] : []),
  ]
  return parts.join(jobsMessages.dot)
}
