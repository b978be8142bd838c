import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType, textListType } from './tables.ts'

export const imports: Migration = {
  async up(db) {
    await db.schema
      .createTable('imports')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('resource', textType, notNull)
      .addColumn('name', textType, notNull)
      .addColumn('encoding', textType, notNull)
      .addColumn('delimiter', textType, notNull)
      .addColumn('heads', textListType, notNull)
      .addColumn('samples', 'jsonb', notNull)
      .addColumn('place', 'jsonb', notNull)
      .addColumn('mapping', 'jsonb', notNull)
      .addColumn('lines', 'integer', notNull)
      .addColumn('check_job', 'integer', (column) =>
        column.references('jobs.id').onDelete('set null'),
      )
      .addColumn('run_job', 'integer', (column) =>
        column.references('jobs.id').onDelete('set null'),
      )
      .addColumn('created_at', instantType, notNull)
      .execute()
    await sql`create index imports_user_idx on imports (user_id, resource, id)`.execute(db)
    await db.schema
      .createTable('import_lines')
      .addColumn('import_id', 'integer', (column) =>
        column.notNull().references('imports.id').onDelete('cascade'),
      )
      .addColumn('line', 'integer', notNull)
      .addColumn('cells', textListType, notNull)
      .addColumn('key', textType)
      .addColumn('action', textType)
      .addColumn('label', textType)
      .addColumn('target_id', 'integer')
      .addColumn('version', 'integer')
      .addColumn('record', 'jsonb')
      .addColumn('reasons', textListType)
      .addPrimaryKeyConstraint('import_lines_pkey', ['import_id', 'line'])
      .execute()
    await sql`create index import_lines_action_idx on import_lines (import_id, action, line)`.execute(
      db,
    )
    await sql`create index import_lines_key_idx on import_lines (import_id, key) where key is not null`.execute(
      db,
    )
    await sql`create index credit_requests_reference_idx on credit_requests (store_id, reference)
      where reference is not null`.execute(db)
    await sql`create index credit_entries_reference_idx on credit_entries (store_id, reference)
      where reference is not null`.execute(db)
  },
}
