import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const recordHistory: Migration = {
  async up(db) {
    await sql`create index audit_target_idx on audit (target_type, target_id, time, id)
      where stream = 'audit'`.execute(db)
  },
}
