import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes, addResourceTable, instantType } from './tables.ts'

/** Versions of themes, which stores run them, and how they came to: each row says what was before, and whether it is again. */
export const themeVersions: Migration = {
  async up(db) {
    await addResourceTable('themeVersions', {
      text: ['semver'],
      reference: ['themeId'],
      file: ['package'],
      to: { themeId: 'themes', package: 'files' },
      longText: ['changelog'],
      select: ['rollout'],
      integer: ['stores'],
      unique: [['themeId', 'semver']],
      search: ['semver'],
    }).up(db)
    await sql`alter table theme_versions
      alter column rollout set default 'new',
      alter column stores set default 0,
      add column manifest jsonb not null default '{}'`.execute(db)
    await sql`alter table files add column tells jsonb`.execute(db)
    await sql`alter table themes
      add column latest_version text collate "C",
      add column settings jsonb not null default '{}'`.execute(db)
    await addColumnIndexes(db, 'themes', [{ column: 'latest_version', kind: 'text' }])
    await sql`create table store_theme_versions (
      store_id integer primary key references stores (id) on delete cascade,
      version_id integer not null references theme_versions (id) on delete restrict)`.execute(db)
    await sql`create index store_theme_versions_version_idx on store_theme_versions (version_id)`.execute(
      db,
    )
    await sql`create table theme_moves (
      id integer generated always as identity primary key,
      version_id integer not null references theme_versions (id) on delete cascade,
      store_id integer not null references stores (id) on delete cascade,
      from_id integer references theme_versions (id) on delete set null,
      at ${instantType} not null,
      back_at ${instantType})`.execute(db)
    await sql`create index theme_moves_version_idx on theme_moves (version_id, store_id)`.execute(
      db,
    )
    await sql`create index theme_moves_store_idx on theme_moves (store_id)`.execute(db)
    await sql`create index theme_moves_from_idx on theme_moves (from_id)`.execute(db)
    await countStores(db)
    await createLatestVersionTrigger(db)
  },
}

type MigrationDatabase = Parameters<Migration['up']>[0]

async function countStores(db: MigrationDatabase): Promise<void> {
  await sql`create function count_theme_version_stores() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update theme_versions set stores = stores - 1 where id = old.version_id;
      end if;
      if tg_op <> 'DELETE' then
        update theme_versions set stores = stores + 1 where id = new.version_id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger store_theme_versions_counted
    after insert or delete or update of version_id on store_theme_versions
    for each row execute function count_theme_version_stores()`.execute(db)
}

/** Versions of a theme ascend, so that the latest one is the last that was made. */
async function createLatestVersionTrigger(db: MigrationDatabase): Promise<void> {
  await sql`create function keep_latest_theme_version() returns trigger language plpgsql as $$
    declare theme integer := coalesce(new.theme_id, old.theme_id);
    begin
      update themes set latest_version =
        (select semver from theme_versions where theme_id = theme order by id desc limit 1)
      where id = theme;
      return null;
    end $$`.execute(db)
  await sql`create trigger theme_versions_latest after insert or delete on theme_versions
    for each row execute function keep_latest_theme_version()`.execute(db)
}
