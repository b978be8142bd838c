import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

/** What an operator chose of how things are shown, and which integrations of a store fail, so that lists filter by each. */
export const preferences: Migration = {
  async up(db) {
    await db.schema
      .createTable('preferences')
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('name', textType, notNull)
      .addColumn('value', 'jsonb', notNull)
      .addColumn('updated_at', instantType, notNull)
      .addPrimaryKeyConstraint('preferences_pkey', ['user_id', 'name'])
      .execute()

    const failing = ['mail', 'sign_on', 'payment', 'gift', 'print'].map(
      (kind) =>
        `case when ${kind}_state = 'degraded' then '${renamedIntegrationKinds[kind] ?? kind}' end`,
    )
    await sql`alter table stores add column failing_integrations text[] collate "C"
      generated always as (array_remove(array[${sql.raw(failing.join(', '))}]::text[], null))
      stored not null`.execute(db)
    await sql`create index stores_failing_integrations_idx on stores
      using gin (failing_integrations)`.execute(db)
  },
}

const renamedIntegrationKinds: Record<string, string> = { sign_on: 'signOn' }
