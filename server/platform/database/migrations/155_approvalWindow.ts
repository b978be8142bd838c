import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

/**
 * Each entry says which accounts entered it without a second operator, so that limits can count a day's entries. Older
 * entries name no account and don't count. Limits get optional values for stores; a store without one has a member's limit.
 */
export const approvalWindow: Migration = {
  async up(db: MigrationDb) {
    for (const table of ['credit_limits', 'credit_limit_steps'])
      await sql`alter table ${sql.table(table)} add column store_points integer,
        add column store_currency integer`.execute(db)
    await sql`create or replace function keep_limit_step() returns trigger language plpgsql as ${sql.lit(
      `begin
        insert into credit_limit_steps (points, currency, store_points, store_currency, set_by, set_at)
          values (new.points, new.currency, new.store_points, new.store_currency, new.updated_by, new.updated_at);
        return null;
      end`,
    )}`.execute(db)
    await sql`drop trigger keep_limit_step on credit_limits`.execute(db)
    await sql`create trigger keep_limit_step
      after insert or update of points, currency, store_points, store_currency on credit_limits
      for each row execute function keep_limit_step()`.execute(db)
    await sql`alter table credit_entries add column entered_alone_by integer[]`.execute(db)
    await sql`create index credit_entries_alone_idx on credit_entries (store_id, entered_at)
      where entered_alone_by is not null`.execute(db)
    await addProgramApproval(db)
  },
}

/** Programs that exist were let in by the rules of their time: what they give today stays approved. */
async function addProgramApproval(db: MigrationDb): Promise<void> {
  await sql`alter table member_groups add column program_set_by integer[] not null default '{}',
    add column program_approved bigint, add column program_waiting bigint`.execute(db)
  await sql`update member_groups set program_approved = credit_amount * (
      select count(*) from members where group_id = member_groups.id and active)
    where credit_amount is not null and credit_period is not null`.execute(db)
  for (const column of ['program_approved', 'program_waiting'])
    await sql`create index ${sql.id(`member_groups_${column}_sort_idx`)}
      on member_groups (${sql.ref(column)}, id)`.execute(db)
}
