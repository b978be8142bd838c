import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addResourceTable } from './tables.ts'

/** Products with a store, and with what they come in; those before were demo data, which is not carried over. */
export const productsTable: Migration = {
  async up(db) {
    await db.schema.dropTable('product_sizes').execute()
    await db.schema.dropTable('products').execute()
    await addResourceTable('products', {
      text: ['name', 'code'],
      reference: ['storeId', 'categoryId?'],
      to: { storeId: 'stores', categoryId: 'categories' },
      references: ['sizeIds', 'colorIds', 'valueIds'],
      toggle: ['active'],
      unique: [['storeId', 'code']],
      search: ['name', 'code'],
    }).up(db)
    // They go with their store, whose deletion says so beforehand (stores/uses.ts).
    await sql`alter table products drop constraint products_store_id_fkey,
      add constraint products_store_id_fkey foreign key (store_id)
        references stores (id) on delete cascade`.execute(db)
  },
}
