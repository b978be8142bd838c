import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When an integration that fails began to is read for each one that does. */
export const beginnings: Migration = {
  async up(db) {
    await sql`create index integration_history_degraded_idx
      on integration_history (resource, record_id, started_at) where what = 'degraded'`.execute(db)
  },
}
