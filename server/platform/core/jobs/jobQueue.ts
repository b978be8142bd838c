import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Platform } from '../platform/platform.ts'
import { scheduleChores, startChoreWorkers } from './chores.ts'
import type { Chore } from './chores.ts'
import { claimSeconds, hasClaimedRows } from './claimRow.ts'
import { runJobTurn } from './runJobTurn.ts'
import type { JobRunner } from './rowContext.ts'
import type { JobQueueDatabase } from '#server/platform/database/database.ts'

/** Which jobs this process runs; it can leave them to other processes. */
type JobQueueOptions = {
  runsJobs: boolean
  chores: readonly Chore[]
  queues?: readonly Queue[]
}

/**
 * Work on one of our tables. `work` does everything that is waiting, may run concurrently, and
 * returns the seconds until its next run (null: when woken).
 */
export type Queue = { name: string; work: (platform: Platform) => Promise<number | null> }

type JobQueue = {
  enqueueJob: (id: number) => Promise<void>
  wakeQueue: (queue: string) => Promise<void>
  stop: () => Promise<void>
}

const jobQueueName = 'jobs'

/** How long a job runs before others get a turn (milliseconds), and how many run at once. */
const [jobTurnMs, jobConcurrency] = [5000, 2]

const jobQueueSettings = {
  notify: true,
  // After this time, the turn of a dead process goes to another one. Its unfinished rows are
  // unchanged.
  expireInSeconds: 60,
  retryLimit: 1000,
  retryDelay: 2,
  deleteAfterSeconds: 60 * 60,
}

/** At most one wake-up waits, and one more for later, however often a queue is woken. */
const wakeUpSettings = {
  ...jobQueueSettings,
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: 5 * 60,
} as const

/** Queues nothing. Used before the queue has started and in tests. */
export const doNothing = () => Promise.resolve()

/**
 * Starts the job queue. This process runs jobs, beginning with those left by a dead process, or
 * only queues them.
 */
export async function startJobQueue(
  database: JobQueueDatabase,
  runner: Omit<JobRunner, 'isTurnOver'>,
  { runsJobs, chores, queues = [] }: JobQueueOptions = { runsJobs: true, chores: [] },
): Promise<JobQueue> {
  const { platform } = runner
  let stopping = false
  const boss = new PgBoss({
    ...database,
    useListenNotify: runsJobs,
    schedule: runsJobs,
    supervise: runsJobs,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (err) => platform.log.warn({ err }, 'The job queue reported an error'))
  await boss.start()
  // Must happen before any send: inside a transaction, pg-boss would wait for a second connection
  // to look up the queue.
  await boss.createQueue(jobQueueName, jobQueueSettings)
  for (const { name } of queues) await boss.createQueue(name, wakeUpSettings)
  const enqueueJob = async (id: number, after = 0) => {
    await boss.send(jobQueueName, { id }, after > 0 ? { startAfter: after } : {})
  }
  const wakeQueue = async (name: string, after = 0) => {
    await boss.send(name, {}, after > 0 ? { startAfter: after, singletonKey: 'later' } : {})
  }
  if (runsJobs) {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
    const runTurns = async (turns: { data: { id: number } }[]) => {
      for (const { data } of turns) {
        const turnEnd = performance.now() + jobTurnMs
        const isTurnOver = () => stopping || performance.now() > turnEnd
        // Also when this process is about to end, so that another process or the next one
        // continues.
        if (
          await runJobTurn(
            {
              ...runner,
              platform: { ...platform, enqueueJob, wakeQueue },
              isTurnOver,
            },
            data.id,
          )
        )
          await enqueueJob(data.id)
        // The process that claimed the other rows may be dead, so check again when its claims have
        // expired.
        else if (await hasClaimedRows(platform, data.id)) await enqueueJob(data.id, claimSeconds)
      }
    }
    await boss.work(jobQueueName, { ...polling, localConcurrency: jobConcurrency }, runTurns)
    for (const { name, work } of queues)
      await boss.work(name, { ...polling, localConcurrency: jobConcurrency }, async () => {
        const nextRunSeconds = await work({ ...platform, wakeQueue }).catch((err: unknown) => {
          platform.log.warn({ err, queue: name }, 'Queued work failed')
          return null
        })
        if (nextRunSeconds !== null) await wakeQueue(name, nextRunSeconds)
      })
    // An active turn may belong to a killed process. Waiting for it would take until it expires.
    for (const id of await findJobsWithoutTurn(platform, waitingStates)) await enqueueJob(id)
    await scheduleChores(boss, chores)
    await startChoreWorkers(boss, chores, { ...platform, enqueueJob, wakeQueue })
  }
  return {
    enqueueJob,
    wakeQueue,
    async stop() {
      stopping = true
      // A lost database connection must not block shutdown. Unfinished rows are unchanged.
      await boss
        .stop({ graceful: true, timeout: jobTurnMs })
        .catch((err: unknown) => platform.log.warn({ err }, "The job queue didn't stop cleanly"))
    },
  }
}

/** Queues jobs again whose message was lost. Jobs that have a turn are left alone. */
export async function requeueLostJobs(platform: Platform): Promise<void> {
  for (const id of await findJobsWithoutTurn(platform, [...waitingStates, 'active']))
    await platform.enqueueJob(id)
}

/** pg-boss's state names. */
const waitingStates = ['created', 'retry']

/**
 * Finds unfinished jobs without a turn in one of these states. A second turn would run next to the
 * first until the job ends.
 */
async function findJobsWithoutTurn({ db }: Platform, states: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from jobs where status in ('waiting', 'running') and not exists (
      select from pgboss.job as turn where turn.name = ${jobQueueName} and turn.state::text = any(${states}::text[])
        and turn.data ->> 'id' = jobs.id::text)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
