import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { FieldKind } from '#shared/engine/fields/fields.ts'
import { addColumnIndexes, addSearch } from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Accounts and groups become records: groups and stores of an account stand in its row, as references of records do. */
export const people: Migration = {
  async up(db: MigrationDb) {
    for (const table of ['users', 'user_groups'])
      await sql`alter table ${sql.table(table)}
        add column version integer not null default 1,
        add column created_by text collate "C" not null default 'platform',
        add column updated_at timestamptz(3) not null default now(),
        add column updated_by text collate "C" not null default 'platform',
        add column store_ids integer[] not null default '{}'`.execute(db)
    await migrateUsers(db)
    await migrateGroups(db)
    await sql`alter table tokens add column agent text collate "C", add column ip text collate "C"`.execute(
      db,
    )
    await sql`create table account_links (
      user_id integer not null references users on delete cascade,
      purpose text collate "C" not null,
      hash text collate "C" not null unique,
      state text collate "C" not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (user_id, purpose))`.execute(db)
    await createForgetStoreTrigger(db)
  },
}

async function migrateUsers(db: MigrationDb) {
  await sql`alter table users
    add column first_name text collate "C",
    add column last_name text collate "C",
    add column job_title text collate "C",
    add column group_ids integer[] not null default '{}',
    add column status text collate "C" not null default 'active',
    add column status_reason text collate "C",
    add column last_sign_in timestamptz(3),
    add column kind text collate "C" not null generated always as
      (case when s_identifier = 1 then 'operator' else 'store_admin' end) stored,
    alter column store_id set default 1,
    alter column s_identifier set default 1,
    alter column password_hash drop not null`.execute(db)
  await sql`update users set email = lower(email), updated_at = created_at,
    first_name = split_part(name, ' ', 1),
    last_name = coalesce(substring(name from ' (.*)$'), ''),
    last_sign_in = (select max(tokens.created_at) from tokens where user_id = users.id),
    group_ids = array(select group_id from user_group_members where user_id = users.id order by 1),
    store_ids = array(select store_id from user_stores where user_id = users.id order by 1)`.execute(
    db,
  )
  await sql`alter table users alter column status set default 'invited'`.execute(db)
  await sql`drop table user_group_members`.execute(db)
  await sql`drop table user_stores`.execute(db)
  await sql`alter table users drop column name,
    alter column first_name set not null, alter column last_name set not null`.execute(db)
  await sql`alter table users add column name text collate "C" not null
    generated always as (trim(first_name || ' ' || last_name)) stored`.execute(db)
  await sql`drop index users_email_key`.execute(db)
  await sql`alter table users add constraint users_email_key unique (email)`.execute(db)
  await addIndexes(db, 'users', {
    text: ['first_name', 'last_name', 'email', 'job_title', 'name', 'status_reason'],
    select: ['status', 'kind'],
    toggle: ['all_stores'],
    instant: ['last_sign_in'],
    references: ['group_ids', 'store_ids'],
  })
  await addSearch(db, 'users', ['first_name', 'last_name', 'email', 'job_title'])
}

async function migrateGroups(db: MigrationDb) {
  await sql`alter table user_groups
    add column created_at timestamptz(3) not null default now(),
    add column description text collate "C",
    add column all_stores boolean not null default false,
    add column members integer not null default 0,
    add column areas integer not null default 0,
    add column built_in boolean not null default false,
    alter column permissions type text[] collate "C"`.execute(db)
  // Whoever may do anything in an area may read it, whoever wrote the group; lists sort by the counts.
  await sql`create function tidy_group() returns trigger language plpgsql as $$ begin
    new.permissions := array(select distinct told collate "C" from unnest(new.permissions) as held,
      unnest(array[split_part(held, ':', 1), split_part(held, ':', 1) || ':read', held]) as told order by 1);
    new.areas := (select count(distinct split_part(held, ':', 1)) from unnest(new.permissions) as held);
    return new; end $$`.execute(db)
  await sql`create trigger user_groups_tidy before insert or update on user_groups
    for each row execute function tidy_group()`.execute(db)
  await sql`create function count_group_members() returns trigger language plpgsql as $$ begin
    update user_groups set members = counted.members from (
      select id, (select count(*) from users where group_ids @> array[user_groups.id]) as members
      from user_groups) as counted
    where counted.id = user_groups.id and user_groups.members <> counted.members;
    return null; end $$`.execute(db)
  await sql`create trigger users_groups after insert or delete or update of group_ids on users
    for each statement execute function count_group_members()`.execute(db)
  await sql`update user_groups set built_in = name = 'Super administrators'`.execute(db)
  await sql`update users set group_ids = group_ids`.execute(db)
  await addIndexes(db, 'user_groups', {
    text: ['name'],
    integer: ['members', 'areas'],
    toggle: ['all_stores', 'built_in'],
    list: ['permissions'],
    references: ['store_ids'],
  })
  await addSearch(db, 'user_groups', ['name'])
}

async function createForgetStoreTrigger(db: MigrationDb) {
  await sql`create function forget_store() returns trigger language plpgsql as $$ begin
    update users set store_ids = array_remove(store_ids, old.id) where store_ids @> array[old.id];
    update user_groups set store_ids = array_remove(store_ids, old.id)
      where store_ids @> array[old.id];
    return null; end $$`.execute(db)
  await sql`create trigger stores_forgotten after delete on stores
    for each row execute function forget_store()`.execute(db)
}

const addIndexes = (
  db: MigrationDb,
  table: string,
  columns: Partial<Record<FieldKind, string[]>>,
) =>
  addColumnIndexes(db, table, [
    ...Object.entries(columns).flatMap(
      ([kind, names]) => names.map((column) => ({ column, kind: kind as FieldKind })), // The keys are kinds.
    ),
    ...(['created_by', 'updated_by'] as const).map((column) => ({ column, kind: 'text' as const })),
    ...(['created_at', 'updated_at'] as const).map((column) => ({
      column,
      kind: 'instant' as const,
    })),
  ])
