import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a charge without an answer was last asked for by the platform itself: whose turn is over waits behind all others. */
export const chargeCheckTimes: Migration = {
  async up(db) {
    await sql`alter table payment_charges add column looked_at timestamptz(3)`.execute(db)
  },
}
