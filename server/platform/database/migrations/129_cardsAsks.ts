import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often a gift card was ordered with its key and not refused before any work: at none the next try takes a new key. */
export const cardsAsks: Migration = {
  async up(db) {
    await sql`alter table gift_cards add column asks integer not null default 0`.execute(db)
  },
}
