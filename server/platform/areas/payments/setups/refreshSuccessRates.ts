import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'

const successPeriodMs = 24 * 3_600_000

/**
 * Refreshes the success rate of each setup: the percentage of its payments of the last 24 hours
 * that didn't fail. Rows that haven't changed aren't written.
 */
export async function refreshSuccessRates({
  db,
  now,
}: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - successPeriodMs).toISOString()
  await sql`update payment_setups as setup set success = found.success
    from (
      select id, round(100.0 * paid / nullif(paid + failed, 0), 2) as success
      from payment_setups as one
      cross join lateral (select count(*) as paid from orders where store_id = any(one.store_ids)
        and placed_at >= ${since} and status in ('paid', 'fulfilled')) as good
      cross join lateral (select count(*) as failed from payment_attempts where store_id = any(one.store_ids)
        and attempted_at >= ${since} and gateway = one.provider) as bad) as found
    where setup.id = found.id and setup.success is distinct from found.success`.execute(db)
}
