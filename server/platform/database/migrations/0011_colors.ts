import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  toggle,
  color,
  unique,
  optional,
  computed,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

export const colors: Migration = {
  async up(db) {
    await createTable(db, 'colors', {
      ...recordColumns,
      name: text,
      code: unique(text),
      family: optional(text),
      pantone: optional(text),
      pod_color: optional(text),
      hex: color,
      second_hex: optional(color),
      position: optional(integer),
      active: toggle,
      search_text: searchText('name', 'code', 'family', 'pantone'),
      hue: optional(computed(integer, sql`hue_of(hex)`)),
    })
    await sql`
      create unique index colors_code_same on colors (same_text(code));
    `.execute(db)
  },
}
