import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

/** What was uploaded: what it is and for which field; contents are kept elsewhere, under their hash. */
export const files: Migration = {
  async up(db) {
    await db.schema
      .createTable('files')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('sha256', textType, notNull)
      .addColumn('type', textType, notNull)
      .addColumn('name', textType, notNull)
      .addColumn('size', 'integer', notNull)
      .addColumn('width', 'integer')
      .addColumn('height', 'integer')
      .addColumn('used_for', textType, notNull)
      .addColumn('user_id', 'integer', (column) =>
        column.references('users.id').onDelete('set null'),
      )
      .addColumn('created_at', instantType, notNull)
      .execute()
    await db.schema.createIndex('files_sha256_idx').on('files').column('sha256').execute()
    await db.schema.createIndex('files_created_at_idx').on('files').column('created_at').execute()
  },
}
