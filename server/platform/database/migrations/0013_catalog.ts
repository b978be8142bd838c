import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  toggle,
  idList,
  reference,
  unique,
  optional,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

export const catalog: Migration = {
  async up(db) {
    await createTable(db, 'catalogs', {
      ...recordColumns,
      name: text,
      code: unique(text),
      active: toggle,
      search_text: searchText('name', 'code'),
    })
    await createTable(db, 'categories', {
      ...recordColumns,
      name: text,
      code: unique(text),
      position: optional(integer),
      active: toggle,
      search_text: searchText('name', 'code'),
    })
    await createTable(db, 'products', {
      ...recordColumns,
      name: text,
      code: text,
      store_id: reference('stores', 'cascade'),
      category_id: optional(reference('categories')),
      size_ids: idList,
      color_ids: idList,
      value_ids: idList,
      active: toggle,
      search_text: searchText('name', 'code'),
    })
    await sql`
      alter table products add unique (store_id, code);
    `.execute(db)
  },
}
