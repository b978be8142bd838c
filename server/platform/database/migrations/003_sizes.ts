import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addListIndexes, decimal, recordTable, required, text } from './tables.ts'

export const sizes: Migration = {
  async up(db) {
    await sql`create extension if not exists pg_trgm`.execute(db)

    await recordTable(db, 'sizes')
      .addColumn('name', text, required)
      .addColumn('code', text, required)
      .addColumn('group', text, required)
      .addColumn('position', 'integer')
      .addColumn('equivalents', text)
      .addColumn('measurement_unit', text, required)
      .addColumn('chest', decimal)
      .addColumn('waist', decimal)
      .addColumn('length', decimal)
      .addColumn('pod_size', text)
      .addColumn('active', 'boolean', required)
      .addUniqueConstraint('sizes_group_code_key', ['group', 'code'])
      .execute()
    await addListIndexes(db, 'sizes', {
      text: ['name', 'code', 'group', 'equivalents', 'measurement_unit', 'pod_size'],
      plain: ['position', 'chest', 'waist', 'length', 'active'],
      search: ['name', 'code', 'equivalents'],
    })

    await db.schema
      .createTable('products')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('name', text, required)
      .addColumn('code', text, (column) => column.notNull().unique())
      .execute()
    await db.schema
      .createTable('product_sizes')
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('products.id').onDelete('cascade'),
      )
      .addColumn('size_id', 'integer', (column) =>
        column.notNull().references('sizes.id').onDelete('restrict'),
      )
      .addPrimaryKeyConstraint('product_sizes_pkey', ['product_id', 'size_id'])
      .execute()
    await sql`create index product_sizes_size_id_idx on product_sizes (size_id)`.execute(db)
  },
}
