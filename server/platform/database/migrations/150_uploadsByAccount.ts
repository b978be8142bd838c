import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The quota of an account counts its uploads of a day. */
export const uploadsByAccount: Migration = {
  async up(db) {
    await sql`create index files_user_id_created_at_idx on files (user_id, created_at)`.execute(db)
  },
}
