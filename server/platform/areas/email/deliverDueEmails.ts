import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { deliverNextEmail } from './deliverNextEmail.ts'

/** How long one run sends emails. Any free process continues with the rest at once. */
const deliveryRunMs = 20_000

/**
 * One lane takes the newest email first, so that a password link doesn't wait behind ten thousand
 * others.
 */
const deliveryLanes = ['last', 'first', 'first', 'first'] as const

/** Emails due later than this are found by the chore that runs every minute. */
const nextRunWindowMs = 90_000

/**
 * Sends all due emails. Returns the seconds until the next one is due, or null if none is due soon.
 */
export async function deliverDueEmails(platform: Platform): Promise<number | null> {
  const until = performance.now() + deliveryRunMs
  const isTimeUp = () => platform.shutdownSignal.aborted || performance.now() > until
  await Promise.all(
    deliveryLanes.map(async (turn) => {
      while (!isTimeUp() && (await deliverNextEmail(platform, turn)));
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
