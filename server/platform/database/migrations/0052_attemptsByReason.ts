import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The dashboard counts the failed payments of two months by reason from the index alone. */
export const attemptsByReason: Migration = {
  async up(db) {
    await sql`
      create index payment_attempts_by_reason_idx on payment_attempts (attempted_at, reason, store_id);
      drop index payment_attempts_attempted_at_idx;
    `.execute(db)
  },
}
