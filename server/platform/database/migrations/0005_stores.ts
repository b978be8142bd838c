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
  json,
  color,
  reference,
  unique,
  optional,
  withDefault,
  computed,
  withoutIndex,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** The integrations of a store that need attention, so that lists filter by each. */
const failingIntegrations = sql`array_remove(array[
  case when mail_state = 'degraded' then 'mail' end,
  case when sign_on_state = 'degraded' then 'signOn' end,
  case when payment_state = 'degraded' then 'payment' end,
  case when gift_state = 'degraded' then 'gift' end,
  case when print_state = 'degraded' then 'print' end], null)`

/** Stores with their organizations, defaults, days, and marks. */
export const stores: Migration = {
  async up(db) {
    await createTable(db, 'organisations', {
      ...recordColumns,
      name: unique(text),
      country: optional(text),
      contact_email: optional(text),
      notes: optional(longText),
      stores: withDefault(integer, '0'),
      search_text: searchText('name'),
    })
    await sql`
      create unique index organisations_name_same on organisations (same_text(name));
    `.execute(db)
    await sql`
      create function missing_of(checks jsonb, failing text[]) returns text[] language sql immutable as
        $$select coalesce(array_agg(item ->> 'key' order by place), '{}')
        from jsonb_array_elements(checks) with ordinality as one (item, place)
        where not (item ->> 'ok')::boolean and not (item ->> 'key') = any(failing)$$;
    `.execute(db)
    await createTable(db, 'stores', {
      ...recordColumns,
      name: text,
      code: unique(text),
      organisation_id: optional(withoutIndex(reference('organisations', 'no action'))),
      type: text,
      plan: text,
      tags: withDefault(textList, "'{}'"),
      support_email: optional(text),
      notes: optional(longText),
      subdomain: unique(text),
      domain: optional(unique(text)),
      default_locale: optional(text),
      locales: withDefault(withoutIndex(textList), "'{}'"),
      default_currency: text,
      currencies: withDefault(withoutIndex(textList), "'{}'"),
      time_zone: optional(text),
      country: text,
      theme_id: optional(withoutIndex(integer)), // 0008_themes.ts adds the reference.
      primary_colour: optional(color),
      text_colour: optional(color),
      access: optional(text),
      allowed_email_domains: withDefault(withoutIndex(textList), "'{}'"),
      admin_name: optional(text),
      admin_email: optional(text),
      primary_domain: text,
      status: withDefault(text, "'draft'"),
      status_reason: optional(text),
      readiness: withDefault(integer, '0'),
      members: withDefault(integer, '0'),
      orders30d: withDefault(integer, '0'),
      failed_payments7d: withDefault(integer, '0'),
      mail_state: withDefault(text, "'not_configured'"),
      sign_on_state: withDefault(text, "'not_configured'"),
      payment_state: withDefault(text, "'not_configured'"),
      gift_state: withDefault(text, "'not_configured'"),
      print_state: withDefault(text, "'not_configured'"),
      failing: withDefault(toggle, 'false'),
      // The owner of a domain proves it with this DNS entry. It isn't secret, but hard to guess.
      domain_token: withDefault(longText, "replace(gen_random_uuid()::text, '-', '')"),
      domain_verified_at: optional(instant),
      last_activity_at: optional(instant),
      delete_after: optional(instant),
      search_text: searchText('name', 'code', 'subdomain', 'domain'),
      readiness_checks: withDefault(json, "'[]'"),
      refusals: optional(json),
      domain_lost_at: optional(withoutIndex(instant)),
      domain_asked_at: optional(withoutIndex(instant)),
      held_status: optional(longText),
      held_reason: optional(longText),
      held: computed(toggle, sql`delete_after is not null`),
      failing_integrations: computed(textList, failingIntegrations),
      logo: optional(reference('files')),
      favicon: optional(reference('files')),
      smtp_settings_id: optional(integer), // 0009_email.ts adds the reference.
      // A generated column can't read another.
      missing: computed(textList, sql`missing_of(readiness_checks, ${failingIntegrations})`),
      attention_ids: withDefault(idList, "'{}'"),
    })
    await sql`
      create index stores_organisation_id_idx on stores (organisation_id);
      create index stores_theme_id_idx on stores (theme_id);

      create table store_defaults (
        id integer generated always as identity primary key,
        version integer not null default 1,
        created_at timestamptz(3) not null,
        created_by text collate "C" not null,
        updated_at timestamptz(3) not null,
        updated_by text collate "C" not null,
        default_locale text collate "C" not null,
        time_zone text collate "C" not null,
        theme_id integer not null,
        primary_colour text collate "C" not null,
        text_colour text collate "C" not null,
        access text collate "C" not null,
        support_email text collate "C" not null
      );

      create table store_host (
        host text collate "C" not null
      );

      create table store_days (
        store_id integer not null references stores (id) on delete cascade,
        day date not null,
        orders integer not null default 0,
        revenue bigint not null default 0,
        payments_failed integer not null default 0,
        payments_recovered integer not null default 0,
        credits_issued bigint not null default 0,
        credits_redeemed bigint not null default 0,
        gift_cards_sent integer not null default 0,
        gift_cards_failed integer not null default 0,
        mail_sent integer not null default 0,
        mail_failed integer not null default 0,
        primary key (store_id, day)
      );
      create index store_days_day_idx on store_days (day);

      -- The marks of a store have no key, so that two transactions don't wait for each other.
      create table store_marks (
        store_id integer,
        made_by xid8 not null default pg_current_xact_id(),
        group_id integer,
        came integer not null default 0,
        for_alerts boolean not null default false
      );
      create index store_marks_made_by_idx on store_marks (made_by);
      insert into store_host values ('');

      create function write_store_address() returns trigger language plpgsql as $$begin
        new.primary_domain := coalesce(new.domain,
          concat_ws('.', new.subdomain, (select nullif(host, '') from store_host)));
        return new;
      end$$;
      create trigger store_address before insert or update of domain, subdomain on stores
        for each row execute function write_store_address();
      -- Every store has an address, even if its row is inserted while triggers are off.
      alter table stores enable always trigger store_address;

      create function forget_store() returns trigger language plpgsql as $$ begin
        update users set store_ids = array_remove(store_ids, old.id) where store_ids @> array[old.id];
        update user_groups set store_ids = array_remove(store_ids, old.id)
          where store_ids @> array[old.id];
        return null; end $$;
      create trigger stores_forgotten after delete on stores
        for each row execute function forget_store();
    `.execute(db)
    await createStoreMarks(db)
  },
}

/**
 * Triggers mark the stores that a statement affects, and its transaction recomputes their stats
 * (stores/recomputeStoreStats.ts). A mark without a store is for all stores.
 */
const createStoreMarks = (db: MigrationDb) =>
  sql`
    create function mark_this_store() returns trigger language plpgsql as
      $$begin insert into store_marks values (new.id); return null; end$$;
    create function mark_every_store() returns trigger language plpgsql as
      $$begin insert into store_marks values (null); return null; end$$;
    create function mark_their_stores() returns trigger language plpgsql as
      $$begin insert into store_marks select distinct store_id from changed where store_id is not null; return null; end$$;
    create function mark_its_store() returns trigger language plpgsql as
      $$begin if tg_op <> 'INSERT' then insert into store_marks values (old.store_id); end if;
      if tg_op <> 'DELETE' then insert into store_marks values (new.store_id); end if; return null; end$$;
    insert into store_marks values (null);

    create trigger mark_readiness
      after insert or update of type, organisation_id, theme_id, primary_colour, text_colour, domain,
        domain_verified_at, domain_lost_at, admin_name, admin_email
      on stores for each row execute function mark_this_store();
    create trigger mark_readiness after insert or update or delete
      on store_defaults for each row execute function mark_every_store();
    -- Many rows can come at once, so these run once per statement.
    create trigger mark_readiness_insert_new after insert on store_days
      referencing new table as changed for each statement execute function mark_their_stores();
    create trigger mark_readiness_update_new after update on store_days
      referencing new table as changed for each statement execute function mark_their_stores();
    create trigger mark_readiness_update_old after update on store_days
      referencing old table as changed for each statement execute function mark_their_stores();
    create trigger mark_readiness_delete_old after delete on store_days
      referencing old table as changed for each statement execute function mark_their_stores();
  `.execute(db)
