import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Payments of which no provider tells any more whether they were charged. */
export const unclearCharges: Migration = {
  async up(db) {
    await sql`alter table payment_attempts add column unclear boolean not null default false`.execute(
      db,
    )
    await sql`create index payment_attempts_unclear_idx on payment_attempts (order_id)
      where unclear`.execute(db)
  },
}
