import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of a row of a job that was done, whether what it says is bad news: a test that failed, a card that was declined once more. */
export const badRows: Migration = {
  async up(db) {
    await sql`alter table job_rows add column is_bad boolean not null default false`.execute(db)
  },
}
