import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  decimal,
  toggle,
  day,
  instant,
  textList,
  idList,
  json,
  money,
  reference,
  secret,
  identity,
  unique,
  optional,
  withDefault,
  computed,
  withoutIndex,
  searchText,
  recordColumns,
  integrationColumns,
  createTable,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Payment setups, orders, attempts to charge them, and incidents. */
export const payments: Migration = {
  async up(db) {
    await createTable(db, 'payment_setups', {
      ...recordColumns,
      name: unique(text),
      merchant_account: optional(text),
      live_url_prefix: optional(text),
      test_publishable_key: optional(text),
      live_publishable_key: optional(text),
      instructions: optional(longText),
      test_secret_key: secret,
      test_webhook_secret: secret,
      live_secret_key: secret,
      live_webhook_secret: secret,
      key_expires_on: optional(day),
      methods: textList,
      currencies: textList,
      countries: textList,
      retry_funds: textList,
      retry_errors: textList,
      provider: text,
      capture: text,
      limit_currency: optional(text),
      min_amount: optional(money('limit_currency')),
      max_amount: optional(money('limit_currency')),
      refund_days: optional(integer),
      store_ids: idList,
      search_text: searchText('name'),
      ...integrationColumns,
      mode: withDefault(text, "'test'"),
      stores: computed(integer, sql`cardinality(store_ids)`),
      success: optional(decimal),
      works_since: optional(withoutIndex(instant)),
    })
    await sql`
      create unique index payment_setups_name_same on payment_setups (same_text(name));

      create table payment_events (
        id bigint generated always as identity primary key,
        setup_id integer not null references payment_setups (id) on delete cascade,
        event_id text collate "C" not null,
        kind text collate "C" not null,
        mode text collate "C" not null,
        received_at timestamptz(3) not null,
        outcome text collate "C" not null default 'ignored',
        sentence text collate "C" not null default '',
        order_id integer,
        replayed_at timestamptz(3),
        body text collate "C" not null,
        unique (setup_id, event_id)
      );
      create index payment_events_setup_idx on payment_events (setup_id, id);

      create table payment_credentials_before (
        id integer generated always as identity primary key,
        setup_id integer not null references payment_setups (id) on delete cascade,
        mode text collate "C" not null,
        publishable text collate "C",
        secret_sealed text collate "C",
        webhook_sealed text collate "C",
        replaced_at timestamptz(3) not null,
        ends_at timestamptz(3) not null
      );
      create index payment_credentials_before_setup_idx on payment_credentials_before (setup_id);
    `.execute(db)
    await createTable(db, 'orders', {
      id: identity,
      store_id: withoutIndex(reference('stores', 'cascade')),
      member_id: optional(withoutIndex(reference('members', 'set null'))),
      placed_at: instant,
      amount: withoutIndex(money('currency')),
      currency: longText,
      status: longText,
      number: longText,
      member: longText,
      search_text: searchText('number'),
    })
    await sql`
      create index orders_store_id_placed_at_idx on orders (store_id, placed_at);
      create index orders_member_id_idx on orders (member_id);
    `.execute(db)
    await createTable(db, 'payment_attempts', {
      id: identity,
      store_id: withoutIndex(reference('stores', 'cascade')),
      order_id: reference('orders', 'cascade'),
      attempted_at: instant,
      amount: money('currency'),
      currency: text,
      gateway: text,
      card_brand: optional(text),
      card_last4: optional(text),
      attempt: integer,
      reason: text,
      raw_code: text,
      status: text,
      recovered_at: optional(instant),
      version: withDefault(withoutIndex(integer), '1'),
      created_at: withDefault(instant, 'now()'),
      created_by: withDefault(text, "'platform'"),
      updated_at: withDefault(instant, 'now()'),
      updated_by: withDefault(text, "'platform'"),
      order_number: text,
      member: text,
      retryable: withDefault(text, "'no'"),
      next_retry_at: optional(instant),
      owner_id: optional(withoutIndex(reference('users', 'set null'))),
      closed_reason: optional(text),
      reference: optional(longText),
      search_text: searchText('order_number', 'member', 'raw_code'),
      unclear: withDefault(withoutIndex(toggle), 'false'),
      processing_since: optional(instant),
      actor: withDefault(text, "'operator'"),
    })
    await sql`
      create index payment_attempts_attempted_at_idx on payment_attempts (attempted_at);
      create index payment_attempts_store_id_idx on payment_attempts (store_id, attempted_at);
      create index payment_attempts_order_id_idx on payment_attempts (order_id);
      create unique index payment_attempts_reference_idx
        on payment_attempts (gateway, reference) where reference is not null;
      create index payment_attempts_due_idx
        on payment_attempts (next_retry_at) where status = 'scheduled';
      create index payment_attempts_unclear_idx on payment_attempts (order_id) where unclear;
      create index payment_attempts_unsettled_idx
        on payment_attempts (updated_at) where status in ('open', 'scheduled', 'waiting');
      -- The key of incidents (payments/incidents/detectIncidents.ts).
      create index payment_attempts_cause_idx on payment_attempts ((gateway || '/' || reason ||
        case when reason = 'configuration' then '/' || raw_code else '' end), attempted_at);
      create index payment_attempts_setup_failures_idx
        on payment_attempts (store_id, attempted_at)
        where reason = 'configuration' and status <> 'recovered';

      create table payment_charges (
        id integer generated always as identity primary key,
        store_id integer not null references stores (id) on delete cascade,
        order_id integer not null references orders (id) on delete cascade,
        attempt_id integer not null references payment_attempts (id) on delete cascade,
        key text collate "C" not null unique,
        gateway text collate "C" not null,
        amount bigint not null,
        currency text collate "C" not null,
        state text collate "C" not null default 'asked',
        started_at timestamptz(3) not null,
        started_by text collate "C" not null,
        ended_at timestamptz(3),
        claimed_until timestamptz(3),
        looked_at timestamptz(3),
        reference text collate "C",
        asked_at timestamptz(3),
        processing_since timestamptz(3),
        next_look_at timestamptz(3),
        looks integer not null default 0
      );
      create unique index payment_charges_under_way_idx
        on payment_charges (order_id) where state = 'asked';
      create index payment_charges_attempt_id_idx on payment_charges (attempt_id);
      create index payment_charges_store_id_idx on payment_charges (store_id);
      create index payment_charges_processing_idx
        on payment_charges (next_look_at, id) where state = 'processing';
      create index payment_charges_order_id_idx on payment_charges (order_id, id);
      create index payment_charges_reference_idx
        on payment_charges (gateway, reference) where reference is not null;

      create table pay_links (
        id integer generated always as identity primary key,
        store_id integer not null references stores (id) on delete cascade,
        order_id integer not null references orders (id) on delete cascade,
        hash text collate "C" not null unique,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index pay_links_order_id_idx on pay_links (order_id);
      create index pay_links_store_id_idx on pay_links (store_id);
    `.execute(db)
    await createTable(db, 'incidents', {
      ...recordColumns,
      cause: text,
      currency: text,
      resolution: optional(text),
      status: text,
      reason: text,
      gateway: text,
      stores: integer,
      failures: integer,
      stake: money('currency'),
      opened_at: instant,
      last_at: instant,
      resolved_at: optional(instant),
      owner_id: optional(withoutIndex(reference('users', 'set null'))),
      search_text: searchText('cause'),
      key: optional(longText),
      stakes: withDefault(json, "'[]'"),
    })
    await sql`
      create unique index incidents_open_idx on incidents (key) where status = 'open';
      create index incidents_resolved_idx on incidents (key, resolved_at);

      create table incident_stores (
        incident_id integer not null references incidents (id) on delete cascade,
        store_id integer not null references stores (id) on delete cascade,
        currency text collate "C" not null,
        failures integer not null,
        amount bigint not null,
        primary key (incident_id, store_id, currency)
      );
      create index incident_stores_store_id_idx on incident_stores (store_id);
    `.execute(db)
    await createPaymentTriggers(db)
  },
}

/** Orders and attempts keep the masked name of their member. Attempts mark their stores. */
const createPaymentTriggers = (db: MigrationDb) =>
  sql`
    create function masked(name text) returns text language sql immutable as
      $$select regexp_replace(name, '(\\S)\\S*', '\\1•••', 'g')$$;
    create function name_order() returns trigger language plpgsql as $$begin
      new.number := coalesce(new.number, '#' || new.id);
      new.member := coalesce(new.member,
        (select masked(name) from members where members.id = new.member_id), '–');
      return new;
    end$$;
    create trigger name_order before insert on orders
      for each row execute function name_order();
    create function name_attempt() returns trigger language plpgsql as $$begin
      if new.order_number is null or new.member is null then
        select number, member into new.order_number, new.member from orders where id = new.order_id;
      end if;
      return new;
    end$$;
    create trigger name_attempt before insert on payment_attempts
      for each row execute function name_attempt();
    create trigger mark_readiness_insert_new after insert on payment_attempts
      referencing new table as changed for each statement execute function mark_their_stores();
    create trigger mark_readiness_update_new after update on payment_attempts
      referencing new table as changed for each statement execute function mark_their_stores();
    create trigger mark_readiness_update_old after update on payment_attempts
      referencing old table as changed for each statement execute function mark_their_stores();
    create trigger mark_readiness_delete_old after delete on payment_attempts
      referencing old table as changed for each statement execute function mark_their_stores();
  `.execute(db)
