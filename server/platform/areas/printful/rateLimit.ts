import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'

/** Printful's rate limit is per minute (`X-Ratelimit-Policy: 120;w=60`). Milliseconds. */
const rateWindowMs = 60_000

/** An account with its rate limit. */
export type RateLimitedAccount = {
  /** Null while the token is entered but not saved: the account has no bucket yet. */
  id: number | null
  perMinute: number
}

/**
 * Waits for a slot in a bucket that all processes share: a minute's slots at once, then one by one.
 * Returns false, without taking a slot, if the wait would exceed `patienceMs`.
 */
export async function waitForPrintfulSlot(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id, perMinute }: RateLimitedAccount,
  patienceMs: number,
): Promise<boolean> {
  if (id === null) return true
  const at = now().toISOString()
  const latest = new Date(now().getTime() + rateWindowMs + patienceMs).toISOString()
  const slotInterval = sql`make_interval(secs => ${60 / perMinute}::float8)`
  const { rows } = await sql<{ until: string }>`
    insert into printful_looks (setup_id, paced_until) values (${id}, ${at}::timestamptz + ${slotInterval})
    on conflict (setup_id) do update
      set paced_until = greatest(printful_looks.paced_until, ${at}::timestamptz) + ${slotInterval}
      where greatest(printful_looks.paced_until, ${at}::timestamptz) + ${slotInterval} <= ${latest}::timestamptz
    returning paced_until as until`.execute(db)
  const [slot] = rows
  if (!slot) return false
  const ms = Date.parse(slot.until) - now().getTime() - rateWindowMs
  if (ms > 0) await wait(ms)
  return true
}

/** Pauses all requests of this account, because Printful said so. Milliseconds. */
export async function pausePrintfulRequests(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id }: RateLimitedAccount,
  retryAfterMs: number,
): Promise<void> {
  if (id === null) return
  const until = new Date(now().getTime() + rateWindowMs + retryAfterMs).toISOString()
  await sql`insert into printful_looks (setup_id, paced_until) values (${id}, ${until})
    on conflict (setup_id) do update
      set paced_until = greatest(printful_looks.paced_until, excluded.paced_until)`.execute(db)
}
