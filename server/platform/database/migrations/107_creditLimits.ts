import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearch, createRecordTable, notNull, textType } from './tables.ts'

/** What one operator enters in the ledger alone, and each step that led there, whoever writes it: nobody changes these. */
export const creditLimits: Migration = {
  async up(db) {
    await createRecordTable(db, 'credit_limits')
      .addColumn('points', 'integer', notNull)
      .addColumn('currency', 'integer', notNull)
      .addColumn('reason', textType, notNull)
      .execute()
    await addSearch(db, 'credit_limits', ['reason'])
    await sql`create table credit_limit_steps (
      id integer generated always as identity primary key, points integer not null, currency integer not null,
      set_by text collate "C" not null, set_at timestamptz(3) not null)`.execute(db)
    await sql`select keep_append_only('credit_limit_steps')`.execute(db)
    await sql`create function keep_limit_step() returns trigger language plpgsql as ${sql.lit(
      `begin
        insert into credit_limit_steps (points, currency, set_by, set_at)
          values (new.points, new.currency, new.updated_by, new.updated_at);
        return null;
      end`,
    )}`.execute(db)
    await sql`create trigger keep_limit_step after insert or update of points, currency on credit_limits
      for each row execute function keep_limit_step()`.execute(db)
    await sql`insert into credit_limits (points, currency, reason, created_at, created_by, updated_at, updated_by)
      values (10000, 1000, 'Nobody has decided yet', now(), 'platform', now(), 'platform')`.execute(
      db,
    )
  },
}
