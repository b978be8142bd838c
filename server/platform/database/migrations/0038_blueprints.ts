import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumns,
  color,
  computed,
  createTable,
  integer,
  optional,
  recordColumns,
  reference,
  searchText,
  text,
  textList,
  toggle,
  unique,
  withDefault,
  withoutIndex,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Columns of both tables that a blueprint compares with its stores. */
const comparedColumns = sql.raw(`type, plan, support_email, tags, default_locale, default_currency,
  locales, currencies, time_zone, country, theme_id, primary_colour, text_colour, access,
  allowed_email_domains, smtp_settings_id`)

/** Blueprints, and what each store differs in from its own. */
export const blueprints: Migration = {
  async up(db) {
    await createTable(db, 'blueprints', {
      ...recordColumns,
      name: unique(text),
      description: optional(text),
      settings: withDefault(textList, "'{}'"),
      type: optional(text),
      plan: optional(text),
      support_email: optional(text),
      tags: withDefault(textList, "'{}'"),
      default_locale: optional(text),
      default_currency: optional(text),
      locales: withDefault(textList, "'{}'"),
      currencies: withDefault(textList, "'{}'"),
      time_zone: optional(text),
      country: optional(text),
      theme_id: optional(reference('themes')),
      primary_colour: optional(color),
      text_colour: optional(color),
      access: optional(text),
      allowed_email_domains: withDefault(textList, "'{}'"),
      smtp_settings_id: optional(reference('smtp_settings')),
      mail: optional(text),
      sign_on: optional(text),
      payment: optional(text),
      gift: optional(text),
      print: optional(text),
      stores: withDefault(integer, '0'),
      search_text: searchText('name', 'description'),
    })
    await sql`create unique index blueprints_name_same on blueprints (same_text(name))`.execute(db)
    await addColumns(db, 'stores', {
      blueprint_id: optional(withoutIndex(reference('blueprints'))),
      blueprint_differences: withDefault(textList, "'{}'"),
      differs_from_blueprint: computed(toggle, sql`blueprint_differences <> '{}'`),
    })
    await sql`
      create index stores_blueprint_id_idx on stores (blueprint_id, differs_from_blueprint);
    `.execute(db)
    await keepDifferences(db)
  },
}

/**
 * Triggers keep the differences of each store, in the transaction that changes the store, the state
 * of an integration, or the blueprint. Lists are the same in any order.
 */
const keepDifferences = (db: MigrationDb) =>
  sql`
    create function unordered(value jsonb) returns jsonb language sql immutable as
      $$select case when jsonb_typeof(value) = 'array'
        then (select coalesce(jsonb_agg(entry order by entry), '[]') from jsonb_array_elements(value) as entry)
        else value end$$;

    create function blueprint_differences(store jsonb, blueprint jsonb) returns text[] language sql immutable as
      $$select coalesce(array_agg(name order by place), '{}') from (
        select setting as name, place
        from jsonb_array_elements_text(blueprint -> 'settings') with ordinality as included (setting, place),
          lower(regexp_replace(setting, '([A-Z])', '_\\1', 'g')) as field
        where unordered(store -> field) is distinct from unordered(blueprint -> field)
        union all
        select name, 100 + place
        from (values ('mail', 'mail', 1), ('signOn', 'sign_on', 2), ('payment', 'payment', 3),
          ('gift', 'gift', 4), ('print', 'print', 5)) as kinds (name, field, place)
        where (blueprint ->> field = 'active') <> (store ->> (field || '_state') in ('active', 'degraded'))
      ) as differing$$;

    create function find_blueprint_differences() returns trigger language plpgsql as $$declare
      blueprint blueprints;
    begin
      new.blueprint_differences := '{}';
      if new.blueprint_id is null then return new; end if;
      -- A change of the blueprint recomputes only stores that it sees, so a new one waits for it.
      if tg_op = 'INSERT' or new.blueprint_id is distinct from old.blueprint_id then
        perform from blueprints where id = new.blueprint_id for share;
      end if;
      select * into blueprint from blueprints where id = new.blueprint_id;
      if found then
        new.blueprint_differences := blueprint_differences(to_jsonb(new), to_jsonb(blueprint));
      end if;
      return new;
    end$$;
    create trigger find_blueprint_differences
      before insert or update of blueprint_id, mail_state, sign_on_state, payment_state, gift_state,
        print_state, ${comparedColumns}
      on stores for each row execute function find_blueprint_differences();

    create function compare_blueprint_stores() returns trigger language plpgsql as $$begin
      update stores set blueprint_id = new.id where blueprint_id = new.id;
      return null;
    end$$;
    create trigger compare_blueprint_stores
      after update of settings, mail, sign_on, payment, gift, print, ${comparedColumns}
      on blueprints for each row execute function compare_blueprint_stores();
  `.execute(db)
