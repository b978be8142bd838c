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

/** The settings that a blueprint compares with its stores, and their column in both tables. */
const values = {
  type: 'type',
  plan: 'plan',
  supportEmail: 'support_email',
  defaultLocale: 'default_locale',
  defaultCurrency: 'default_currency',
  timeZone: 'time_zone',
  country: 'country',
  themeId: 'theme_id',
  primaryColour: 'primary_colour',
  textColour: 'text_colour',
  access: 'access',
  smtpSettingsId: 'smtp_settings_id',
}
const lists = {
  tags: 'tags',
  locales: 'locales',
  currencies: 'currencies',
  allowedEmailDomains: 'allowed_email_domains',
}
const integrations = {
  mail: 'mail',
  signOn: 'sign_on',
  payment: 'payment',
  gift: 'gift',
  print: 'print',
}

const comparedColumns = sql.raw([...Object.values(values), ...Object.values(lists)].join(', '))

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

/** Builds a name or null for each thing that can differ. Lists are the same in any order. */
const buildComparisons = () => [
  ...Object.entries(values).map(
    ([name, column]) => `case when '${name}' = any(blueprint.settings)
      and store.${column} is distinct from blueprint.${column} then '${name}' end`,
  ),
  ...Object.entries(lists).map(
    ([name, column]) => `case when '${name}' = any(blueprint.settings)
      and not (store.${column} @> blueprint.${column} and store.${column} <@ blueprint.${column}) then '${name}' end`,
  ),
  ...Object.entries(integrations).map(
    ([kind, column]) => `case when (blueprint.${column} = 'active')
      <> (store.${column}_state in ('active', 'degraded')) then '${kind}' end`,
  ),
]

/**
 * Triggers keep the differences of each store, in the transaction that changes the store, the state
 * of an integration, or the blueprint.
 */
const keepDifferences = (db: MigrationDb) =>
  sql`
    create function blueprint_differences(store stores, blueprint blueprints) returns text[]
      language sql immutable as $$select array_remove(array[${sql.raw(buildComparisons().join(', '))}], null)$$;

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
        new.blueprint_differences := blueprint_differences(new, blueprint);
      end if;
      return new;
    end$$;
    create trigger find_blueprint_differences
      before insert or update of blueprint_id, mail_state, sign_on_state, payment_state, gift_state,
        print_state, ${comparedColumns}
      on stores for each row execute function find_blueprint_differences();

    create function compare_blueprint_stores() returns trigger language plpgsql as $$begin
      -- Waits for writers that compared their store with the old blueprint.
      perform from stores where blueprint_id = new.id order by id for no key update;
      update stores set blueprint_differences = blueprint_differences(stores, new)
        where blueprint_id = new.id
          and blueprint_differences <> blueprint_differences(stores, new);
      return null;
    end$$;
    create trigger compare_blueprint_stores
      after update of settings, mail, sign_on, payment, gift, print, ${comparedColumns}
      on blueprints for each row execute function compare_blueprint_stores();
  `.execute(db)
