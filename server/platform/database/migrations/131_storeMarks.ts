import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A mark says which transaction made it, so that each settles its own, and how many members came, less who went: to a store, and to a group of it. */
export const storeMarks: Migration = {
  async up(db) {
    await sql`alter table store_marks
      add column made_by xid8 not null default pg_current_xact_id(),
      add column group_id integer,
      add column came integer not null default 0`.execute(db)
    await sql`create index store_marks_made_by_idx on store_marks (made_by)`.execute(db)

    for (const name of ['insert_new', 'update_new', 'update_old', 'delete_old'])
      await sql`drop trigger ${sql.id(`mark_readiness_${name}`)} on members`.execute(db)
    await sql`create function mark_members() returns trigger language plpgsql as ${sql.lit(
      `begin
        if tg_op = 'UPDATE' then
          insert into store_marks (store_id, group_id, came)
            select store_id, group_id, sum(came) from (
              select store_id, group_id, 1 as came from changed
              union all select store_id, group_id, -1 from was) as moved
            where store_id is not null group by store_id, group_id;
        else
          insert into store_marks (store_id, group_id, came)
            select store_id, group_id, case tg_op when 'INSERT' then count(*) else -count(*) end
            from changed where store_id is not null group by store_id, group_id;
        end if;
        return null;
      end`,
    )}`.execute(db)
    for (const [event, tables] of [
      ['insert', 'new table as changed'],
      ['update', 'old table as was new table as changed'],
      ['delete', 'old table as changed'],
    ] as const)
      await sql`create trigger ${sql.id(`mark_members_${event}`)} after ${sql.raw(event)} on members
        referencing ${sql.raw(tables)} for each statement execute function mark_members()`.execute(
        db,
      )
  },
}
