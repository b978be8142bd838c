import { pino } from 'pino'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import { counting } from './jobKinds.ts'

/**
 * A program that runs jobs of the kind `counting` on the database that it is given, until it is killed or told to end. It says
 * how many rows are done.
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
// No other part of the platform is there, or looked for.
const platform = { db, log, now: () => new Date() } as never
const running = await startJobQueue(boss, {
  platform,
  kinds: [counting],
  beforeCommit: async () => [],
})
const told = setInterval(async () => {
  const { done } = await db
    .selectFrom('jobRows')
    .select(({ fn }) => fn.count<number>('id').as('done'))
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow()
  process.send?.(done)
}, 100)
process.once('SIGTERM', async () => {
  clearInterval(told)
  await running.stop()
  await close()
  process.exit(0)
})
