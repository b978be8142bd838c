import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { MigrationDb } from './tables.ts'

/**
 * User groups that a store's identity provider gives an account stand apart from those that operators give, and count for
 * that store only. A session that began through a provider is for the provider's store only.
 */
export const ssoGroups: Migration = {
  async up(db: MigrationDb) {
    await sql`create table sso_groups (
      user_id integer not null references users on delete cascade,
      store_id integer not null references stores on delete cascade,
      group_id integer not null references user_groups on delete cascade,
      sign_on_id integer not null references admin_sign_ons on delete cascade,
      primary key (user_id, store_id, group_id)
    )`.execute(db)
    await sql`create index sso_groups_group_id_idx on sso_groups (group_id)`.execute(db)
    await sql`create index sso_groups_sign_on_id_idx on sso_groups (sign_on_id)`.execute(db)
    await sql`create index sso_groups_store_id_idx on sso_groups (store_id)`.execute(db)
    await sql`alter table tokens
      add column store_id integer references stores on delete cascade`.execute(db)
    await createSsoGroupTriggers(db)
    await moveGroups(db)
  },
}

/** Groups end with the store of the account, with its kind, and with the provider's store, however these change. */
async function createSsoGroupTriggers(db: MigrationDb): Promise<void> {
  await sql`create function end_sso_groups() returns trigger language plpgsql as ${sql.lit(`begin
    delete from sso_groups where user_id = new.id
      and (new.s_identifier <> 2 or not store_id = any(new.store_ids));
    return null; end`)}`.execute(db)
  await sql`create trigger users_sso_groups after update of store_ids, s_identifier on users
    for each row when (old.store_ids is distinct from new.store_ids
      or old.s_identifier <> new.s_identifier) execute function end_sso_groups()`.execute(db)
  await sql`create function end_moved_sso_groups() returns trigger language plpgsql as ${sql.lit(`begin
    delete from sso_groups where sign_on_id = new.id and store_id <> new.store_id;
    return null; end`)}`.execute(db)
  await sql`create trigger admin_sign_ons_sso_groups after update of store_id on admin_sign_ons
    for each row when (old.store_id <> new.store_id) execute function end_moved_sso_groups()`.execute(
    db,
  )
}

/**
 * A group of a store admin came from a provider if the setup of one of their stores names it, and no operator added it since.
 * In doubt it counts for that store only, which takes rights away elsewhere and gives none.
 */
async function moveGroups(db: MigrationDb): Promise<void> {
  await sql`insert into sso_groups (user_id, store_id, group_id, sign_on_id)
    select users.id, setup.store_id, user_groups.id, setup.id
    from users
      join admin_sign_ons as setup on setup.store_id = any(users.store_ids)
      join user_groups on user_groups.id = any(users.group_ids) and (
        user_groups.id = setup.default_group_id
        or exists (select from regexp_split_to_table(coalesce(setup.group_rules, ''), E'\n') as line
          where trim(substring(line from '\\s=\\s+(.*)$')) = user_groups.name))
    where users.s_identifier = 2 and not users.all_stores and not user_groups.built_in
      and not user_groups.all_stores and user_groups.store_ids = '{}'
      and not exists (select from audit
        where target_type = 'users' and target_id = users.id and actor <> users.email
          and changes -> 'groupIds' -> 'after' @> to_jsonb(user_groups.id)
          and not coalesce(changes -> 'groupIds' -> 'before' @> to_jsonb(user_groups.id), false))`.execute(
    db,
  )
  await sql`update users set group_ids = array(select unnest(group_ids) except
      select group_id from sso_groups where user_id = users.id order by 1)
    where id in (select user_id from sso_groups)`.execute(db)
}
