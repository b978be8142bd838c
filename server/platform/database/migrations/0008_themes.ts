import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  idList,
  json,
  reference,
  unique,
  optional,
  withDefault,
  withoutIndex,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

/** Themes, their versions, which stores run them, and how each store came to its version. */
export const themes: Migration = {
  async up(db) {
    await createTable(db, 'themes', {
      ...recordColumns,
      name: unique(text),
      code: unique(text),
      status: text,
      search_text: searchText('name', 'code'),
      description: optional(longText),
      category: optional(text),
      author: optional(text),
      preview: optional(reference('files')),
      replacement_id: optional(reference('themes')),
      stores: withDefault(integer, '0'),
      latest_version: optional(text),
      settings: withDefault(json, "'{}'"),
    })
    await sql`
      create unique index themes_name_same on themes (same_text(name));
    `.execute(db)
    await createTable(db, 'theme_versions', {
      ...recordColumns,
      semver: text,
      theme_id: reference('themes'),
      package: reference('files'),
      changelog: longText,
      rollout: withDefault(text, "'new'"),
      stores: withDefault(integer, '0'),
      search_text: searchText('semver'),
      manifest: withDefault(json, "'{}'"),
      pilot_ids: withDefault(idList, "'{}'"),
      rollout_job_id: optional(withoutIndex(integer)),
    })
    await sql`
      alter table theme_versions add unique (theme_id, semver);

      create table store_theme_versions (
        store_id integer primary key references stores (id) on delete cascade,
        version_id integer not null references theme_versions (id) on delete restrict
      );
      create index store_theme_versions_version_idx on store_theme_versions (version_id);

      create table theme_moves (
        id integer generated always as identity primary key,
        version_id integer not null references theme_versions (id) on delete cascade,
        store_id integer not null references stores (id) on delete cascade,
        from_id integer references theme_versions (id) on delete set null,
        at timestamptz(3) not null,
        back_at timestamptz(3)
      );
      create index theme_moves_version_idx on theme_moves (version_id, store_id);
      create index theme_moves_store_idx on theme_moves (store_id);
      create index theme_moves_from_idx on theme_moves (from_id);
    
      alter table stores add foreign key (theme_id) references themes (id);
      alter table store_defaults add foreign key (theme_id) references themes (id);
      create trigger mark_readiness after update of status on themes
        for each row execute function mark_every_store();
      create function count_theme_version_stores() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            update theme_versions set stores = stores - 1 where id = old.version_id;
          end if;
          if tg_op <> 'DELETE' then
            update theme_versions set stores = stores + 1 where id = new.version_id;
          end if;
          return null;
        end $$;
      create trigger store_theme_versions_counted
        after insert or delete or update of version_id on store_theme_versions
        for each row execute function count_theme_version_stores();
      create function keep_latest_theme_version() returns trigger language plpgsql as $$
        declare theme integer := coalesce(new.theme_id, old.theme_id);
        begin
          update themes set latest_version =
            (select semver from theme_versions where theme_id = theme order by id desc limit 1)
          where id = theme;
          return null;
        end $$;
      create trigger theme_versions_latest after insert or delete on theme_versions
        for each row execute function keep_latest_theme_version();
    `.execute(db)
  },
}
