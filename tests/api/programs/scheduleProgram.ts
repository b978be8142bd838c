import { pino } from 'pino'
import { sql } from 'kysely'
import { areas } from '#server/platform/areas/index.ts'
import { runScheduledChanges } from '#server/platform/areas/scheduledChanges/runScheduledChanges.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { openServerDatabase } from '#server/platform/database/database.ts'

/**
 * This program makes and ends scheduled changes, and runs their jobs, as a worker does. It kills
 * itself at the point in KILL. Its clock is MINUTES ahead.
 */
const { DATABASE_URL = '', MINUTES, KILL } = process.env
const { db, close } = await openServerDatabase(DATABASE_URL, () => {})
const die = (at: string) => {
  if (KILL === at) process.kill(process.pid, 'SIGKILL')
}

// Scheduled changes don't use the other parts of the platform.
const platform = {
  db,
  log: pino({ level: 'warn' }, pino.destination(2)),
  now: () => new Date(Date.now() + Number(MINUTES) * 60_000),
  wakeQueue: () => Promise.resolve(),
  beforeCommit: async () => {
    die('before the commit')
    return []
  },
  enqueueJob: async () => die('after the commit'),
} as unknown as Platform

await runScheduledChanges(platform)
const { rows } = await sql<{ id: number }>`
  select id from jobs where status in ('waiting', 'running') order by id`.execute(db)
for (const { id } of rows)
  await runJobTurn(
    {
      platform,
      kinds: buildJobKinds(areas),
      beforeCommit: platform.beforeCommit,
      isTurnOver: () => false,
    },
    id,
  )
die('after the job')
await runScheduledChanges(platform)
await close()
