import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { ConstructorOptions } from 'pg-boss'
import type { Platform } from '../platform/platform.ts'
import { scheduleChores, runChores } from './chores.ts'
import type { Chore } from './chores.ts'
import { claimSeconds, hasClaimedRows } from './claimRow.ts'
import { runJob } from './runJob.ts'
import type { JobRunner } from './rowContext.ts'

export type JobQueueDatabase = Pick<
  ConstructorOptions,
  'db' | 'backend' | 'connectionString' | 'max'
>

/** What of the jobs is done in this process: it may leave them to others. */
export type JobQueueOptions = {
  runsJobs: boolean
  chores: readonly Chore[]
  queues?: readonly Queue[]
}

/**
 * What is looked for in a table of ours when somebody says that there is something: `work` does all of it, may be called several times
 * at once, and answers after how many seconds it is to be called again (null: when somebody says so).
 */
export type Queue = { name: string; work: (platform: Platform) => Promise<number | null> }

export type JobQueue = {
  enqueueJob: (id: number) => Promise<void>
  wakeQueue: (queue: string) => Promise<void>
  stop: () => Promise<void>
}

const jobQueueName = 'jobs'

/** How long one job is worked on before another one has its turn, and how many are at once. */
const [jobTurnMs, jobConcurrency] = [5000, 2]

const jobQueueSettings = {
  notify: true,
  // A turn whose process is gone is given to another one after this; rows that it had not finished are as they were.
  expireInSeconds: 60,
  retryLimit: 1000,
  retryDelay: 2,
  deleteAfterSeconds: 60 * 60,
}

/** Of wake-ups one waits at most, however often it is asked for, and one for later. */
const wakeUpSettings = {
  ...jobQueueSettings,
  policy: 'short',
  retryLimit: 0,
  expireInSeconds: 5 * 60,
} as const

/** Tells of a job without naming who does it; set before a boss is there, and where none is (in tests). */
export const doNothing = () => Promise.resolve()

/** Begins to run jobs in this process, those first that another one left, or only to tell others of them. */
export async function startJobQueue(
  database: JobQueueDatabase,
  runner: Omit<JobRunner, 'isTurnOver'>,
  { runsJobs: works, chores, queues = [] }: JobQueueOptions = { runsJobs: true, chores: [] },
): Promise<JobQueue> {
  const { platform } = runner
  let stopping = false
  const boss = new PgBoss({
    ...database,
    useListenNotify: works,
    schedule: works,
    supervise: works,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (err) => platform.log.warn({ err }, 'The job queue reported an error'))
  await boss.start()
  // Before anything is sent: inside a transaction pg-boss would wait for a second connection to look the queue up.
  await boss.createQueue(jobQueueName, jobQueueSettings)
  for (const { name } of queues) await boss.createQueue(name, wakeUpSettings)
  const kick = async (id: number, after = 0) => {
    await boss.send(jobQueueName, { id }, after > 0 ? { startAfter: after } : {})
  }
  const post = async (name: string, after = 0) => {
    await boss.send(name, {}, after > 0 ? { startAfter: after, singletonKey: 'later' } : {})
  }
  if (works) {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
    const takeTurns = async (turns: { data: { id: number } }[]) => {
      for (const { data } of turns) {
        const until = performance.now() + jobTurnMs
        const isOver = () => stopping || performance.now() > until
        // Also where this process is about to end: others on this database go on, or the next one.
        if (
          await runJob(
            {
              ...runner,
              platform: { ...platform, enqueueJob: kick, wakeQueue: post },
              isTurnOver: isOver,
            },
            data.id,
          )
        )
          await kick(data.id)
        // The process that claimed the others may be gone: so look again when its claims have expired.
        else if (await hasClaimedRows(platform, data.id)) await kick(data.id, claimSeconds)
      }
    }
    await boss.work(jobQueueName, { ...polling, localConcurrency: jobConcurrency }, takeTurns)
    for (const { name, work } of queues)
      await boss.work(name, { ...polling, localConcurrency: jobConcurrency }, async () => {
        const again = await work({ ...platform, wakeQueue: post }).catch((err: unknown) => {
          platform.log.warn({ err, queue: name }, 'Queued work failed')
          return null
        })
        if (again !== null) await post(name, again)
      })
    // A turn that has begun may be that of a process which was killed: it would be waited for until it expires.
    for (const id of await findJobsWithoutTurn(platform, waitingStates)) await kick(id)
    await scheduleChores(boss, chores)
    await runChores(boss, chores, { ...platform, enqueueJob: kick, wakeQueue: post })
  }
  return {
    enqueueJob: kick,
    wakeQueue: post,
    async stop() {
      stopping = true
      // A database that is gone keeps nobody from ending: what was under way is as it was before.
      await boss
        .stop({ graceful: true, timeout: jobTurnMs })
        .catch((err: unknown) => platform.log.warn({ err }, "The job queue didn't stop cleanly"))
    },
  }
}

/** Has those jobs run whose kick was lost, with its process or on its way; one that has its turn is left to it. */
export async function requeueLostJobs(platform: Platform): Promise<void> {
  for (const id of await findJobsWithoutTurn(platform, [...waitingStates, 'active']))
    await platform.enqueueJob(id)
}

/** In pg-boss's words. */
const waitingStates = ['created', 'retry']

/** Jobs under way that have no turn in one of these states: each turn more would go on beside the others until the job ends. */
async function findJobsWithoutTurn({ db }: Platform, states: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from jobs where status in ('waiting', 'running') and not exists (
      select from pgboss.job as turn where turn.name = ${jobQueueName} and turn.state::text = any(${states}::text[])
        and turn.data ->> 'id' = jobs.id::text)
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
