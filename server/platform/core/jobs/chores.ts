import type { PgBoss } from 'pg-boss'
import type { Platform } from '../platform/platform.ts'

/** What is done again and again: at these times (cron, UTC), by one process however many there are. */
export type Chore = {
  name: string
  cron: string
  run: (platform: Platform) => Promise<unknown>
  failure: string
  /** It waits for others outside. Such have turns of their own: those that answer late keep no other chore from its time. */
  external?: true
}

const choreQueues = ['chores', 'choresThatAsk'] as const
const getChoreQueue = ({ external: asks }: Chore): (typeof choreQueues)[number] =>
  asks ? 'choresThatAsk' : 'chores'

/** How many of each queue one process does at once: one that takes long does not keep the others from their time. */
const choreConcurrency = 2

const choreQueueSettings = {
  // One of each waits or is under way: who takes longer than the time to the next one leaves that out.
  policy: 'exclusive',
  retryLimit: 0,
  // A process that is gone keeps nobody from the next time.
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

export async function runChores(
  boss: PgBoss,
  chores: readonly Chore[],
  platform: Platform,
): Promise<void> {
  const polling = { pollingIntervalSeconds: 5, localConcurrency: choreConcurrency }
  for (const queue of choreQueues)
    await boss.work<{ name: string }>(queue, polling, async (due) => {
      for (const { data } of due) {
        const chore = chores.find(({ name }) => name === data.name)
        // An older replica may be told of one that it does not know yet.
        if (!chore) continue
        await chore
          .run(platform)
          .catch((err: unknown) => platform.log.warn({ err, chore: chore.name }, chore.failure))
      }
    })
}
