import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a gift card that waits was last asked for by the platform itself: whose turn is over waits behind all others. */
export const cardCheckTimes: Migration = {
  async up(db) {
    await sql`alter table gift_cards add column looked_at timestamptz(3)`.execute(db)
  },
}
