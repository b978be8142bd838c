import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Views can save records instead of what their address matches. */
export const savedSelections: Migration = {
  async up(db) {
    await sql`alter table views add column ids integer[]`.execute(db)
  },
}
