import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What providers told of payments: each event once, with what became of it. */
export const paymentEvents: Migration = {
  async up(db) {
    await sql`create table payment_events (
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
      unique (setup_id, event_id))`.execute(db)
    await sql`create index payment_events_setup_idx on payment_events (setup_id, id)`.execute(db)
  },
}
