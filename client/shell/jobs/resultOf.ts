import '#client/signedIn.ts'
import { outcomes } from '#shared/jobs/jobCalls.ts'
import type { Job } from '#shared/jobs/jobCalls.ts'
import { jobsWords as say } from './words.ts'

/** Whether all of it came to a good end: a test that failed was done all the same. */
export const isGood = ({ status, rows, isBad = false, leftOut = 0 }: Job): boolean =>
  status !== 'failed' && rows.failed + rows.refused + leftOut === 0 && !isBad

/** What came of a job that has ended; of one row that says something it is what that says. */
export function resultOf(job: Job): string {
  const { status, sentence, rowSentence = null, leftOut = 0, undoneBy, undone } = job
  const rows = { ...job.rows, refused: job.rows.refused + leftOut, total: job.rows.total + leftOut }
  const counts = outcomes.flatMap((outcome) =>
    rows[outcome] > 0 ? [say.outcomes[outcome](rows[outcome])] : [],
  )
  const all =
    rows.done === rows.total ? say.allDone : rows.unchanged === rows.total ? say.allUnchanged : null
  const parts = [
    ...(status === 'cancelled' ? [say.cancelled] : []),
    ...(sentence === null ? [] : [sentence]),
    ...(all === null ? counts : rowSentence === null ? [all] : []),
    ...(rowSentence === null ? [] : [rowSentence]),
    ...(rows.waiting > 0 ? [say.notBegun(rows.waiting)] : []),
    ...(undoneBy ? [say.undone[undone ?? 'all']] : []),
  ]
  return parts.join(say.dot)
}
