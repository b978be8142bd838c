import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

/**
 * An entry tells in which group its member was when it was entered. What was there before tells none: nobody changes it. No key
 * leads to the group, which may go while its entries stay.
 */
export const creditGroups: Migration = {
  async up(db: MigrationDb) {
    await sql`alter table credit_entries add column group_id integer`.execute(db)
    await sql`create index credit_entries_group_id_idx on credit_entries (group_id, entered_at)`.execute(
      db,
    )
    // As before (036_credits.ts), but for the group.
    await sql`create or replace function enter_credit() returns trigger language plpgsql as ${sql.lit(
      `begin
        insert into credit_balances (member_id, store_id, unit, balance)
          values (new.member_id, new.store_id, new.unit, 0) on conflict (member_id, unit) do nothing;
        update credit_balances set balance = balance + new.amount,
          next_expiry = least(next_expiry, case when new.amount > 0 then new.expires_at end)
          where member_id = new.member_id and unit = new.unit returning balance into new.balance;
        new.group_id := (select group_id from members where id = new.member_id);
        return new;
      end`,
    )}`.execute(db)
  },
}
