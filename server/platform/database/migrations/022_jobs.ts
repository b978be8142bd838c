import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

/** Work that takes longer than an answer, and its rows; who runs it next is pg-boss's to know, in a schema of its own. */
export const jobsTables: Migration = {
  async up(db) {
    await db.schema
      .createTable('jobs')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('kind', textType, notNull)
      .addColumn('needs', textType, notNull)
      .addColumn('title', textType, notNull)
      .addColumn('status', textType, notNull)
      .addColumn('sentence', textType)
      .addColumn('created_at', instantType, notNull)
      .addColumn('created_by', textType, notNull)
      .addColumn('started_at', instantType)
      .addColumn('ended_at', instantType)
      .execute()
    await sql`create index jobs_created_at_idx on jobs (created_at, id)`.execute(db)
    await sql`create index jobs_under_way_idx on jobs (id) where status in ('waiting', 'running')`.execute(
      db,
    )
    await db.schema
      .createTable('job_rows')
      .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('job_id', 'integer', (column) =>
        column.notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('target_id', 'integer')
      .addColumn('label', textType, notNull)
      .addColumn('input', 'jsonb')
      .addColumn('outcome', textType)
      .addColumn('sentence', textType)
      .addColumn('ended_at', instantType)
      .execute()
    await sql`create index job_rows_outcome_idx on job_rows (job_id, outcome, id)`.execute(db)
  },
}
