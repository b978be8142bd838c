import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Gift cards that failed because an account lacked funds, by account and currency, until the balance suffices again. */
export const giftCardShortages: Migration = {
  async up(db) {
    await sql`create table gift_card_shortages (
      setup_id integer not null references gift_card_setup (id) on delete cascade,
      currency text collate "C" not null,
      needed bigint not null,
      failed integer not null,
      since timestamptz(3) not null,
      primary key (setup_id, currency))`.execute(db)
  },
}
