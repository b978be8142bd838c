import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

/** What bulk changes would do, as it was shown: each is applied once, or forgotten. */
export const bulkPlans: Migration = {
  async up(db) {
    await db.schema
      .createTable('bulk_plans')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('resource', textType, notNull)
      .addColumn('action', textType, notNull)
      .addColumn('given', 'jsonb', notNull)
      .addColumn('rows', 'jsonb', notNull)
      .addColumn('expires_at', instantType, notNull)
      .addColumn('job_id', 'integer', (column) => column.references('jobs.id').onDelete('set null'))
      .execute()
    await sql`create index bulk_plans_expires_at_idx on bulk_plans (expires_at)`.execute(db)
  },
}
