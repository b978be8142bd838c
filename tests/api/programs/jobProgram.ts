import { pino } from 'pino'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import { countingJob } from '#tests/api/support/jobKinds.ts'

/**
 * This program runs jobs of the kind `counting` until it's killed or gets SIGTERM. It sends its
 * parent the number of finished rows.
 */
const { DATABASE_URL, FOLDER } = process.env
const {
  db,
  jobQueue: boss,
  close,
} = DATABASE_URL
  ? await openServerDatabase(DATABASE_URL, () => {})
  : await openEmbeddedDatabase({ folder: FOLDER ?? '' })
const log = pino({ level: 'warn' }, pino.destination(2))
// These jobs don't use the other parts of the platform.
const platform = { db, log, now: () => new Date() } as never
const running = await startJobQueue(boss, {
  platform,
  kinds: [countingJob],
  beforeCommit: async () => [],
})
const progressTimer = setInterval(async () => {
  const { done } = await db
    .selectFrom('jobRows')
    .select(({ fn }) => fn.count<number>('id').as('done'))
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow()
  process.send?.(done)
}, 100)
process.once('SIGTERM', async () => {
  clearInterval(progressTimer)
  await running.stop()
  await close()
  process.exit(0)
})
