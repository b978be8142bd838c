import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  toggle,
  instant,
  textList,
  idList,
  money,
  reference,
  optional,
  withDefault,
  withoutIndex,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

/** Members, their groups, and who was moved between groups by hand. */
export const members: Migration = {
  async up(db) {
    await createTable(db, 'member_groups', {
      ...recordColumns,
      name: text,
      store_id: withoutIndex(reference('stores', 'cascade')),
      description: optional(longText),
      type: text,
      priority: integer,
      is_default: toggle,
      members: withDefault(integer, '0'),
      search_text: searchText('name'),
      rules: withDefault(textList, "'{}'"),
      unit: optional(text),
      spend_limit: optional(money('unit')),
      spend_period: optional(text),
      credit_amount: optional(money('unit')),
      credit_period: optional(text),
      credit_days: optional(integer),
      program_set_by: withDefault(withoutIndex(idList), "'{}'"),
      program_approved: optional(money('unit')),
      program_waiting: optional(money('unit')),
    })
    await sql`
      alter table member_groups add unique (store_id, name);
      create unique index member_groups_store_id_name_same
        on member_groups (store_id, same_text(name));
    `.execute(db)
    await createTable(db, 'members', {
      ...recordColumns,
      name: longText,
      email: text,
      active: toggle,
      search_text: searchText('name', 'email'),
      store_id: optional(withoutIndex(reference('stores', 'cascade'))),
      group_id: optional(withoutIndex(reference('member_groups', 'set null'))),
      invite: withDefault(toggle, 'false'),
      invited_at: optional(instant),
    })
    await sql`
      alter table members add unique (store_id, email);
      create index members_store_id_name_idx on members (store_id, lower(name), id);
      create index members_group_id_idx on members (group_id);
      -- Includes what a search reads, and the name, without which PostgreSQL can't use lower(name).
      create index members_name_sort_idx on members (lower(name), id) include (name, search_text);
      create unique index members_store_id_email_same on members (store_id, same_text(email));
      create index members_to_invite_idx
        on members (store_id, id) where invite and invited_at is null;

      create table member_moves (
        id integer generated always as identity primary key,
        group_id integer not null references member_groups (id) on delete cascade,
        request_id text collate "C" not null,
        moved_at timestamptz(3) not null,
        into_id integer,
        members jsonb not null,
        undone_at timestamptz(3)
      );
      create index member_moves_group_id_idx on member_moves (group_id, moved_at);
      create index member_moves_moved_at_idx on member_moves (moved_at);
    
      create trigger mark_readiness after insert or delete or update of store_id, is_default
        on member_groups for each row execute function mark_its_store();
      create function mark_members() returns trigger language plpgsql as $$begin
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
      end$$;
      create trigger mark_members_insert after insert on members
        referencing new table as changed for each statement execute function mark_members();
      create trigger mark_members_update after update on members
        referencing old table as was new table as changed
        for each statement execute function mark_members();
      create trigger mark_members_delete after delete on members
        referencing old table as changed for each statement execute function mark_members();
    `.execute(db)
  },
}
