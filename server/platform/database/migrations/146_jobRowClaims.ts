import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which process is asking a provider about a row of a job, and until when no other process may. */
export const jobRowClaims: Migration = {
  async up(db) {
    await sql`alter table job_rows
      add column claimed_by text collate "C",
      add column claimed_until timestamptz(3)`.execute(db)
  },
}
