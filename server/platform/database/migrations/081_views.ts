import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

export const views: Migration = {
  async up(db) {
    await db.schema
      .createTable('views')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('resource', textType, notNull)
      .addColumn('name', textType, notNull)
      .addColumn('address', textType, notNull)
      .addColumn('shared', 'boolean', notNull)
      .addColumn('updated_at', instantType, notNull)
      .execute()
    await sql`create unique index views_user_id_resource_name_key
      on views (user_id, resource, lower(name))`.execute(db)
    await sql`create index views_resource_idx on views (resource) where shared`.execute(db)
  },
}
