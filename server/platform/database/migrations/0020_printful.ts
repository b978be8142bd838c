import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  day,
  textList,
  secret,
  unique,
  optional,
  searchText,
  recordColumns,
  integrationColumns,
  createTable,
} from './tables.ts'

/** The Printful integration, and what Printful says of each account. */
export const printful: Migration = {
  async up(db) {
    await createTable(db, 'printful_setup', {
      ...recordColumns,
      name: unique(text),
      level: text,
      order_mode: text,
      token_expires_on: optional(day),
      store_map: textList,
      limit_per_minute: integer,
      token: secret,
      search_text: searchText('name'),
      ...integrationColumns,
    })
    await sql`
      create unique index printful_setup_name_same on printful_setup (same_text(name));

      create table printful_looks (
        setup_id integer primary key references printful_setup (id) on delete cascade,
        scopes text[] collate "C",
        scopes_at timestamptz(3),
        stores_at timestamptz(3),
        catalogue_at timestamptz(3),
        paced_until timestamptz(3)
      );

      create table printful_stores (
        id integer generated always as identity primary key,
        setup_id integer not null references printful_setup (id) on delete cascade,
        store_id bigint not null,
        name text collate "C" not null,
        webhook_at timestamptz(3),
        webhook_url text collate "C",
        webhook_events text[] collate "C" not null default '{}',
        webhook_expires_at timestamptz(3),
        webhook_key text collate "C",
        secret_sealed text collate "C",
        unique (setup_id, store_id)
      );

      create table printful_products (
        setup_id integer not null references printful_setup (id) on delete cascade,
        product_id integer not null,
        name text collate "C" not null,
        withdrawn boolean not null default false,
        primary key (setup_id, product_id)
      );

      create table printful_variants (
        setup_id integer not null,
        variant_id integer not null,
        product_id integer not null,
        size text collate "C" not null,
        color text collate "C",
        hex text collate "C",
        second_hex text collate "C",
        primary key (setup_id, variant_id),
        foreign key (setup_id, product_id) references printful_products (setup_id, product_id) on delete cascade
      );
      create index printful_variants_product_idx on printful_variants (setup_id, product_id);

      create table printful_events (
        id bigint generated always as identity primary key,
        setup_id integer not null references printful_setup (id) on delete cascade,
        event_id text collate "C" not null,
        kind text collate "C" not null,
        received_at timestamptz(3) not null,
        theirs bigint not null,
        store_id integer,
        outcome text collate "C" not null default 'ignored',
        sentence text collate "C" not null default '',
        body text collate "C" not null,
        unique (setup_id, event_id)
      );
      create index printful_events_setup_idx on printful_events (setup_id, id);
    `.execute(db)
  },
}
