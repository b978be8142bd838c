import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'

/** Printful counts by the minute (`X-Ratelimit-Policy: 120;w=60`). Milliseconds. */
const rateWindowMs = 60_000

/** The account that is asked, and how often it may be. */
export type RateLimitedAccount = {
  /** Null while the token is typed and not saved: such an account has no bucket yet. */
  id: number | null
  perMinute: number
}

/** One bucket for all processes: a minute's places at once, then one by one. False, taking none, past the patience (ms). */
export async function waitForSlot(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id, perMinute }: RateLimitedAccount,
  patienceMs: number,
): Promise<boolean> {
  if (id === null) return true
  const at = now().toISOString()
  const latest = new Date(now().getTime() + rateWindowMs + patienceMs).toISOString()
  const each = sql`make_interval(secs => ${60 / perMinute}::float8)`
  const { rows } = await sql<{ until: string }>`
    insert into printful_looks (setup_id, paced_until) values (${id}, ${at}::timestamptz + ${each})
    on conflict (setup_id) do update
      set paced_until = greatest(printful_looks.paced_until, ${at}::timestamptz) + ${each}
      where greatest(printful_looks.paced_until, ${at}::timestamptz) + ${each} <= ${latest}::timestamptz
    returning paced_until as until`.execute(db)
  const [taken] = rows
  if (!taken) return false
  const ms = Date.parse(taken.until) - now().getTime() - rateWindowMs
  if (ms > 0) await wait(ms)
  return true
}

/** Printful has had enough: nobody asks for this account before it says so. Milliseconds. */
export async function pauseRequests(
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
