import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a job was told for all of its rows, what was before of each, and which job takes which back: one at most. */
export const jobUndo: Migration = {
  async up(db) {
    await sql`alter table jobs
      add column input jsonb,
      add column undoable boolean not null default false,
      add column undo_of integer references jobs (id) on delete cascade,
      add constraint jobs_undo_of_key unique (undo_of)`.execute(db)
    await sql`alter table job_rows add column before jsonb`.execute(db)
  },
}
