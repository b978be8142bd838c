import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

/** Stores that get a theme version first, and the job of the rollout's current stage. Jobs are purged, so that is no reference. */
export const pilotStores: Migration = {
  async up(db) {
    await sql`alter table theme_versions
      add column pilot_ids integer[] not null default '{}',
      add column rollout_job_id integer`.execute(db)
    await addColumnIndexes(db, 'theme_versions', [
      { column: 'pilot_ids', kind: 'references', to: 'stores' },
    ])
  },
}
