import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tests whose job had ended without them stood as under way for ever, and let no other one be started. */
export const interruptedTests: Migration = {
  async up(db) {
    await sql`update integration_history as entry
      set outcome = 'unknown', ended_at = started_at, sentence = 'The test was cancelled.'
      where outcome = 'running' and not exists (
        select from jobs join job_rows as one on one.job_id = jobs.id
        where jobs.kind = 'test-' || entry.resource and jobs.status in ('waiting', 'running')
          and one.outcome is null and (one.input ->> 'test')::bigint = entry.id)`.execute(db)
  },
}
