import type { PgBoss } from 'pg-boss'
import type { Platform } from '../platform/platform.ts'

/**
 * A scheduled task. `cron` is in UTC, and one process runs it, however many there are. All chores are
 * listed in `server/docs/chores.md`.
 */
export type Chore = {
  name: string
  cron: string
  run: (platform: Platform) => Promise<unknown>
  failure: string
  /**
   * It calls external services. Such chores have their own queue, so slow responses can't delay the
   * others.
   */
  external?: true
}

const choreQueues = ['chores', 'choresThatAsk'] as const
const getChoreQueue = ({ external }: Chore): (typeof choreQueues)[number] =>
  external ? 'choresThatAsk' : 'chores'

/**
 * How many chores of each queue one process runs at once, so that a slow one doesn't delay the
 * others.
 */
const choreConcurrency = 2

const choreQueueSettings = {
  // At most one run of each chore waits or runs. A chore that takes longer than its interval skips
  // runs.
  policy: 'exclusive',
  retryLimit: 0,
  // A dead process must not block the next run.
  heartbeatSeconds: 60,
  expireInSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const

export async function scheduleChores(boss: PgBoss, chores: readonly Chore[]): Promise<void> {
  for (const queue of choreQueues) {
    await boss.createQueue(queue, choreQueueSettings)
    const own = chores.filter((chore) => getChoreQueue(chore) === queue)
    for (const { key } of await boss.getSchedules(queue))
      if (!own.some(({ name }) => name === key)) await boss.unschedule(queue, key)
    for (const { name, cron } of own)
      await boss.schedule(queue, cron, { name }, { key: name, singletonKey: name })
  }
}

export async function startChoreWorkers(
  boss: PgBoss,
  chores: readonly Chore[],
  platform: Platform,
): Promise<void> {
  const polling = { pollingIntervalSeconds: 5, localConcurrency: choreConcurrency }
  for (const queue of choreQueues)
    await boss.work<{ name: string }>(queue, polling, async (due) => {
      for (const { data } of due) {
        const chore = chores.find(({ name }) => name === data.name)
        // An older replica may get a chore that it doesn't know yet.
        if (!chore) continue
        await chore
          .run(platform)
          .catch((err: unknown) => platform.log.warn({ err, chore: chore.name }, chore.failure))
      }
    })
}
