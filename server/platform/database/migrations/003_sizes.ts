import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addListIndexes, decimalType, createRecordTable, notNull, textType } from './tables.ts'

export const sizesTable: Migration = {
  async up(db) {
    await sql`create extension if not exists pg_trgm`.execute(db)

    await createRecordTable(db, 'sizes')
      .addColumn('name', textType, notNull)
      .addColumn('code', textType, notNull)
      .addColumn('group', textType, notNull)
      .addColumn('position', 'integer')
      .addColumn('equivalents', textType)
      .addColumn('measurement_unit', textType, notNull)
      .addColumn('chest', decimalType)
      .addColumn('waist', decimalType)
      .addColumn('length', decimalType)
      .addColumn('pod_size', textType)
      .addColumn('active', 'boolean', notNull)
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
      .addColumn('name', textType, notNull)
      .addColumn('code', textType, (column) => column.notNull().unique())
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
