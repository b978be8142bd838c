import { sql } from 'kysely'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Sums the credits that expire in the next 30 days by unit. A member counts with at most the
 * balance, since spent credits can't expire.
 */
export async function sumExpiringCreditsByUnit(
  db: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<Map<string, number>> {
  const start = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ unit: string; amount: number }>`
    with soon as (
      select member_id, unit, sum(amount) as amount
      from credit_entries
      where expires_at >= ${start} and expires_at < ${start} + interval '30 days' and amount > 0
        and ${matchesIds('storeId', storeIds)}
      group by member_id, unit
    )
    select unit, sum(least(soon.amount, held.balance)) as amount
    from soon join credit_balances as held using (member_id, unit)
    group by unit`.execute(db)
  return new Map(rows.map(({ unit, amount }) => [unit, amount]))
}
