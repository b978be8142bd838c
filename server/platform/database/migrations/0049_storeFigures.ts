import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, computed, instant, integer, optional, toggle } from './tables.ts'

/**
 * Figures of stores that lists filter by. The chore that refreshes stores fills in the last order.
 */
export const storeFigures: Migration = {
  async up(db) {
    await addColumns(db, 'stores', {
      open_alerts: computed(integer, sql`cardinality(attention_ids)`),
      domain_verified: computed(toggle, sql`domain_verified_at is not null`),
      last_order_at: optional(instant),
    })
  },
}
