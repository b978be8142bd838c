import type { Client } from 'pg'
import { openServerDatabase } from '#server/platform/database/database.ts'
import { noTimeouts } from '#server/platform/database/databaseTimeouts.ts'
import { refreshStoresAndCounts } from '#server/platform/areas/stores/index.ts'

/**
 * Computes what triggers would have saved: balances, keys of failed payments, entries of the search, and
 * sums per day and hour.
 */
export async function buildFigures(client: Client): Promise<number> {
  await client.query(`set work_mem = '256MB'`)
  await client.query(`
    truncate credit_balances restart identity;
    insert into credit_balances (member_id, store_id, unit, balance, next_expiry)
      select member_id, max(store_id), unit, sum(amount),
        min(expires_at) filter (where amount > 0 and expires_at > now())
      from credit_entries group by member_id, unit;

    delete from payment_attempt_keys;
    insert into payment_attempt_keys (id, order_id, attempted_at, attempt, gateway, reference)
      select id, order_id, attempted_at, attempt, gateway, reference from payment_attempts;

    delete from search_entries where resource in ('members', 'orders');
    insert into search_entries (resource, source, source_id, record_id, store_id, title, search_text)
      select 'members', 'members', id, id, store_id, folded(name), search_text from members;
    insert into search_entries (resource, source, source_id, record_id, store_id, title, search_text)
      select 'orders', 'orders', id, id, store_id, folded(number), search_text from orders;

    truncate store_days;
    insert into store_days (store_id, day, orders, revenue, payments_failed, payments_recovered,
        credits_issued, credits_redeemed)
      select store_id, day, sum(orders), sum(revenue), sum(failed), sum(recovered), sum(issued), sum(redeemed)
      from (
        select store_id, (placed_at at time zone 'UTC')::date as day, count(*) as orders,
          coalesce(sum(amount) filter (where status in ('paid', 'fulfilled')), 0) as revenue,
          0 as failed, 0 as recovered, 0 as issued, 0 as redeemed from orders group by 1, 2
        union all select store_id, (attempted_at at time zone 'UTC')::date, 0, 0, count(*),
          count(*) filter (where status = 'recovered'), 0, 0 from payment_attempts group by 1, 2
        union all select store_id, (entered_at at time zone 'UTC')::date, 0, 0, 0, 0,
          coalesce(sum(amount) filter (where type = 'issue'), 0),
          coalesce(-sum(amount) filter (where type = 'redeem'), 0) from credit_entries group by 1, 2
      ) as days group by store_id, day;

    select rebuild_platform_days(), rebuild_platform_hours()`)
  for (const table of ['members', 'orders', 'payment_attempts'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
    )
  await client.query(`select setval('credit_entry_ids', max(id)) from credit_entries`)
  await client.query(`select setval('audit_ids', max(id)) from audit`)
  const { rows } = await client.query(`select count(*)::int as count from search_entries`)
  return rows[0].count
}

/** Computes the figures of all stores, as the platform does every five minutes. */
export async function refreshStores(databaseUrl: string): Promise<void> {
  const { db, close } = await openServerDatabase(databaseUrl, () => {}, 2, noTimeouts)
  await refreshStoresAndCounts(db, new Date(), null)
  await close()
}
