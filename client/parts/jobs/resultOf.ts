import '#client/frame/signedIn.ts'
import { outcomes } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { jobsWords as say } from './words.ts'

/** What rows came to while it ran, and how many were left out of it, as its plan or the check of its file had told. */
export const ranOf = ({ rows, refusedByPlan = 0, leftOut = 0 }: Job) => ({
  ...rows,
  refused: rows.refused - refusedByPlan,
  leftOut: refusedByPlan + leftOut,
})

/** Whether all that was begun came to a good end: a test that failed was done all the same. */
export function isGood(job: Job): boolean {
  const { failed, refused } = ranOf(job)
  return job.status !== 'failed' && failed + refused === 0 && !job.isBad
}

/** What came of a job that has ended; of one row that says something it is what that says. */
export function resultOf(job: Job): string {
  const { kind, status, sentence, rowSentence = null, undoneBy, undone } = job
  const { leftOut, ...rows } = ranOf(job)
  // The rows of a check are parts of its file.
  if (kind.endsWith('.importCheck') && leftOut > 0 && rows.done === rows.total)
    return say.outcomes.refused(leftOut)
  const counts = outcomes.flatMap((outcome) =>
    rows[outcome] > 0 ? [say.outcomes[outcome](rows[outcome])] : [],
  )
  const isAll = (count: number) => leftOut === 0 && count === rows.total
  const all = isAll(rows.done) ? say.allDone : isAll(rows.unchanged) ? say.allUnchanged : null
  const parts = [
    ...(status === 'cancelled' ? [say.cancelled] : []),
    ...(sentence === null ? [] : [sentence]),
    ...(all === null ? counts : rowSentence === null ? [all] : []),
    ...(rowSentence === null ? [] : [rowSentence]),
    ...(leftOut > 0 ? [say.leftOut(leftOut)] : []),
    ...(rows.waiting > 0 ? [say.notBegun(rows.waiting)] : []),
    ...(undoneBy ? [say.undone[undone ?? 'all']] : []),
  ]
  return parts.join(say.dot)
}
