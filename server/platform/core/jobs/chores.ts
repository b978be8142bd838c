import type { PgBoss } from 'pg-boss'
import type { Platform } from '../platform/platform.ts'

/** What is done again and again: at these times (cron, UTC), by one process however many there are. */
export type Chore = {
  name: string
  cron: string
  work: (platform: Platform) => Promise<unknown>
  failure: string
  /** It waits for others outside. Such have turns of their own: those that answer late keep no other chore from its time. */
  asks?: true
}

const queues = ['chores', 'choresThatAsk'] as const
const queueOf = ({ asks }: Chore): (typeof queues)[number] => (asks ? 'choresThatAsk' : 'chores')

/** How many of each queue one process does at once: one that takes long does not keep the others from their time. */
const atOnce = 2

const options = {
  // One of each waits or is under way: who takes longer than the time to the next one leaves that out.
  policy: 'exclusive',
  retryLimit: 0,
  // A process that is gone keeps nobody from the next time.
  heartbeatSeconds: 60,
  expireInSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const

export async function scheduleChores(boss: PgBoss, chores: readonly Chore[]): Promise<void> {
  for (const queue of queues) {
    await boss.createQueue(queue, options)
    const own = chores.filter((chore) => queueOf(chore) === queue)
    for (const { key } of await boss.getSchedules(queue))
      if (!own.some(({ name }) => name === key)) await boss.unschedule(queue, key)
    for (const { name, cron } of own)
      await boss.schedule(queue, cron, { name }, { key: name, singletonKey: name })
  }
}

export async function workOnChores(
  boss: PgBoss,
  chores: readonly Chore[],
  platform: Platform,
): Promise<void> {
  const polling = { pollingIntervalSeconds: 5, localConcurrency: atOnce }
  for (const queue of queues)
    await boss.work<{ name: string }>(queue, polling, async (due) => {
      for (const { data } of due) {
        const chore = chores.find(({ name }) => name === data.name)
        // An older replica may be told of one that it does not know yet.
        if (!chore) continue
        await chore
          .work(platform)
          .catch((err: unknown) => platform.log.warn({ err, chore: chore.name }, chore.failure))
      }
    })
}
