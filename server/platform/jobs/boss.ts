import { PgBoss } from 'pg-boss'
import type { ConstructorOptions } from 'pg-boss'
import type { Platform } from '../platform.ts'
import { scheduleChores, workOnChores } from './chores.ts'
import type { Chore } from './chores.ts'
import { runJob } from './runJob.ts'
import type { Runner } from './rowWork.ts'

export type BossDatabase = Pick<ConstructorOptions, 'db' | 'backend' | 'connectionString' | 'max'>

/** What of the jobs is done in this process: it may leave them to others. */
export type Share = { works: boolean; chores: readonly Chore[]; queues?: readonly Queue[] }

/** Things that are done one by one for nobody in particular: `work` must bear being called twice, and sees to tries of its own. */
export type Queue = { name: string; work: (platform: Platform, id: number) => Promise<void> }

export type Boss = {
  kick: (id: number) => Promise<void>
  post: (queue: string, id: number) => Promise<void>
  stop: () => Promise<void>
}

const queue = 'jobs'

/** How long one job is worked on before another one has its turn, and how many are at once. */
const [turnMs, atOnce] = [5000, 2]

const options = {
  notify: true,
  // A turn whose process is gone is given to another one after this; rows that it had not finished are as they were.
  expireInSeconds: 60,
  retryLimit: 1000,
  retryDelay: 2,
  deleteAfterSeconds: 60 * 60,
}

/** Tells of a job without naming who does it; set before a boss is there, and where none is (in tests). */
export const nobody = () => Promise.resolve()

/** Begins to run jobs in this process, those first that another one left, or only to tell others of them. */
export async function startBoss(
  database: BossDatabase,
  runner: Omit<Runner, 'isOver'>,
  { works, chores, queues = [] }: Share = { works: true, chores: [] },
): Promise<Boss> {
  const { platform } = runner
  let stopping = false
  const boss = new PgBoss({
    ...database,
    useListenNotify: works,
    schedule: works,
    supervise: works,
    cronMonitorIntervalSeconds: 15,
  })
  boss.on('error', (err) => platform.log.warn({ err }, 'Jobs could not be looked for'))
  await boss.start()
  // Before anything is sent: inside a transaction pg-boss would wait for a second connection to look the queue up.
  await boss.createQueue(queue, options)
  for (const { name } of queues) await boss.createQueue(name, { ...options, retryLimit: 0 })
  const post = async (name: string, id: number) => {
    await boss.send(name, { id })
  }
  const kick = (id: number) => post(queue, id)
  if (works) {
    const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
    const takeTurns = async (turns: { data: { id: number } }[]) => {
      for (const { data } of turns) {
        const until = performance.now() + turnMs
        const isOver = () => stopping || performance.now() > until
        if ((await runJob({ ...runner, isOver }, data.id)) && !stopping) await kick(data.id)
      }
    }
    await boss.work(queue, { ...polling, localConcurrency: atOnce }, takeTurns)
    for (const { name, work } of queues)
      await boss.work<{ id: number }>(
        name,
        { ...polling, localConcurrency: atOnce },
        async (due) => {
          for (const { data } of due) await work({ ...platform, post }, data.id)
        },
      )
    for (const id of await underWay(platform)) await kick(id)
    await scheduleChores(boss, chores)
    await workOnChores(boss, chores, { ...platform, kick, post })
  }
  return {
    kick,
    post,
    async stop() {
      stopping = true
      // A database that is gone keeps nobody from ending: what was under way is as it was before.
      await boss
        .stop({ graceful: true, timeout: turnMs })
        .catch((err: unknown) => platform.log.warn({ err }, 'Jobs did not end well'))
    },
  }
}

async function underWay({ db }: Platform): Promise<number[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', ['waiting', 'running'])
    .orderBy('id')
    .execute()
  return jobs.map(({ id }) => id)
}
