import { sql } from 'kysely'
import type { Connection } from '../schema.ts'
import { operators } from './people.ts'

const waiting = 12

/** What waits to be approved: more than one operator enters alone, for a member each of some stores that use credits. */
export async function askForCredits(trx: Connection, at: string): Promise<void> {
  await sql`insert into credit_requests (store_id, member_id, type, amount, unit, reason, created_at, created_by,
      updated_at, updated_by)
    select store_id, member_id, 'issue', amount, unit, reason, ${at}, asker, ${at}, asker from (
      select held.store_id, held.member_id, held.unit,
        (case held.unit when 'points' then 15000 else 150000 end) + 500 * (held.store_id % 7) as amount,
        (array['Winner of the sales contest', 'Twenty years of service', 'Budget of the safety week'])[1 + held.store_id % 3] as reason,
        (${[...operators]}::text[])[1 + held.store_id % ${operators.length}::int] as asker
      from (select distinct on (store_id) * from credit_balances order by store_id, balance desc, id) as held
      order by held.store_id limit ${waiting}) as asked`.execute(trx)
}
