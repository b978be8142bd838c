import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * References that sort lists for the first time, as table and column. The others already have an
 * index.
 */
const sortedReferences = [
  ['attention_items', 'owner_id'],
  ['credit_requests', 'reverses'],
  ['incidents', 'owner_id'],
  ['payment_attempts', 'owner_id'],
] as const

/** Views can save records instead of what their address matches, and references sort lists. */
export const savedSelections: Migration = {
  async up(db) {
    await sql`alter table views add column ids integer[]`.execute(db)
    for (const [table, column] of sortedReferences)
      await sql`create index on ${sql.table(table)} (${sql.ref(column)}, id)`.execute(db)
  },
}
