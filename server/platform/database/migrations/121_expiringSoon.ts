import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { buildSearchTextSql } from './folding.ts'

/** Of who holds nothing that expires, nothing expires soon: `least` passes over what is null. */
export const expiringSoon: Migration = {
  async up(db) {
    await sql`create or replace view credit_liabilities as
      select min(held.id) as id, held.store_id, held.unit, count(*)::integer as holders,
        sum(held.balance)::bigint as outstanding, sum(least(coalesce(soon.amount, 0), held.balance))::bigint as expiring,
        ${buildSearchTextSql([sql.ref('held.unit')])} as search_text
      from credit_balances as held left join (
        select member_id, unit, sum(amount) as amount from credit_entries
        where expires_at >= now() and expires_at < now() + interval '30 days' and amount > 0
        group by member_id, unit) as soon using (member_id, unit)
      where held.balance > 0 group by held.store_id, held.unit`.execute(db)
  },
}
