import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What Runa told of orders and products: each event once. */
export const giftCardEvents: Migration = {
  async up(db) {
    await sql`create table gift_card_events (
      setup_id integer not null references gift_card_setup (id) on delete cascade,
      event_id text collate "C" not null,
      received_at timestamptz(3) not null,
      sentence text collate "C" not null,
      primary key (setup_id, event_id))`.execute(db)
  },
}
