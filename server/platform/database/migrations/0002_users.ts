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
  identity,
  unique,
  optional,
  withDefault,
  computed,
  withoutIndex,
  searchText,
  createTable,
} from './tables.ts'

/** Accounts, their groups, and their preferences. */
export const users: Migration = {
  async up(db) {
    await createTable(db, 'users', {
      id: identity,
      store_id: withDefault(withoutIndex(integer), '1'),
      s_identifier: withDefault(withoutIndex(integer), '1'),
      email: unique(text),
      password_hash: optional(longText),
      password_generated: withDefault(withoutIndex(toggle), 'false'),
      created_at: instant,
      all_stores: withDefault(toggle, 'true'),
      version: withDefault(withoutIndex(integer), '1'),
      created_by: withDefault(text, "'platform'"),
      updated_at: withDefault(instant, 'now()'),
      updated_by: withDefault(text, "'platform'"),
      store_ids: withDefault(idList, "'{}'"),
      first_name: text,
      last_name: text,
      job_title: optional(text),
      group_ids: withDefault(idList, "'{}'"),
      status: withDefault(text, "'invited'"),
      status_reason: optional(text),
      last_sign_in: optional(instant),
      kind: computed(text, sql`case when s_identifier = 1 then 'operator' else 'store_admin' end`),
      name: computed(text, sql`trim(first_name || ' ' || last_name)`),
      search_text: searchText('first_name', 'last_name', 'email', 'job_title'),
      failed_sign_ins: withDefault(withoutIndex(integer), '0'),
      failed_since: optional(withoutIndex(instant)),
      known_networks: withDefault(withoutIndex(textList), "'{}'"),
      google_sub: optional(unique(longText)),
    })
    await sql`
      create unique index users_email_same on users (same_text(email));
    `.execute(db)
    await createTable(db, 'user_groups', {
      id: identity,
      name: unique(text),
      permissions: textList,
      version: withDefault(withoutIndex(integer), '1'),
      created_by: withDefault(text, "'platform'"),
      updated_at: withDefault(instant, 'now()'),
      updated_by: withDefault(text, "'platform'"),
      store_ids: withDefault(idList, "'{}'"),
      created_at: withDefault(instant, 'now()'),
      description: optional(longText),
      all_stores: withDefault(toggle, 'false'),
      members: withDefault(integer, '0'),
      areas: withDefault(integer, '0'),
      built_in: withDefault(toggle, 'false'),
      search_text: searchText('name'),
    })
    await sql`
      create unique index user_groups_name_same on user_groups (same_text(name));

      create table preferences (
        user_id integer not null references users (id) on delete cascade,
        name text collate "C" not null,
        value jsonb not null,
        updated_at timestamptz(3) not null,
        primary key (user_id, name)
      );
    
      -- Who may do anything in an area may also read it. Lists sort by the number of areas.
      create function tidy_group() returns trigger language plpgsql as $$ begin
        new.permissions := array(select distinct told collate "C" from unnest(new.permissions) as held,
          unnest(array[split_part(held, ':', 1), split_part(held, ':', 1) || ':read', held]) as told order by 1);
        new.areas := (select count(distinct split_part(held, ':', 1)) from unnest(new.permissions) as held);
        return new; end $$;
      create trigger user_groups_tidy before insert or update on user_groups
        for each row execute function tidy_group();
      create function count_group_members() returns trigger language plpgsql as $$ begin
        update user_groups set members = counted.members from (
          select id, (select count(*) from users where group_ids @> array[user_groups.id]) as members
          from user_groups) as counted
        where counted.id = user_groups.id and user_groups.members <> counted.members;
        return null; end $$;
      create trigger users_groups after insert or delete or update of group_ids on users
        for each statement execute function count_group_members();
    `.execute(db)
  },
}
