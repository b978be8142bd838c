import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of a row of a job, whether its outcome stood before the job began, as its plan had told. */
export const plannedRows: Migration = {
  async up(db) {
    await sql`alter table job_rows add column is_planned boolean not null default false`.execute(db)
  },
}
