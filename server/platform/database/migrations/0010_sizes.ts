import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  decimal,
  toggle,
  optional,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

export const sizes: Migration = {
  async up(db) {
    await createTable(db, 'sizes', {
      ...recordColumns,
      name: text,
      code: text,
      group: text,
      position: optional(integer),
      equivalents: optional(text),
      measurement_unit: text,
      chest: optional(decimal),
      waist: optional(decimal),
      length: optional(decimal),
      pod_size: optional(text),
      active: toggle,
      search_text: searchText('name', 'code', 'equivalents'),
    })
    await sql`
      alter table sizes add unique ("group", code);
      create unique index sizes_group_code_same on sizes ("group", same_text(code));
    `.execute(db)
  },
}
