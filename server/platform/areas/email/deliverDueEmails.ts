import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { deliverNextEmail } from './deliverNextEmail.ts'

/** For how long mails are sent in one go; the rest is gone on with at once, by whoever is free. */
const deliveryRunMs = 20_000

/** One lane takes what came last: a link that somebody waits for does not wait for ten thousand others. */
const deliveryLanes = ['last', 'first', 'first', 'first'] as const

/** What is due later than this is found by the look of every minute. */
const nextRunWindowMs = 90_000

/** Sends all mail that is due; answers after how many seconds some more is, where that is soon. */
export async function deliverDueEmails(platform: Platform): Promise<number | null> {
  const until = performance.now() + deliveryRunMs
  const isOver = () => platform.shutdownSignal.aborted || performance.now() > until
  await Promise.all(
    deliveryLanes.map(async (turn) => {
      while (!isOver() && (await deliverNextEmail(platform, turn)));
    }),
  )
  return getSecondsToNext(platform)
}

async function getSecondsToNext({ db, now }: Platform): Promise<number | null> {
  const at = now().getTime()
  const { rows } = await sql<{ next: string | null }>`
    select min(next_try_at) as next from mails
    where status = 'waiting' and next_try_at <= ${new Date(at + nextRunWindowMs).toISOString()}`.execute(
    db,
  )
  const next = rows[0]?.next ?? null
  return next === null ? null : Math.max(0, Math.ceil((Date.parse(next) - at) / 1000))
}
