import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

export const themes: Migration = {
  async up(db) {
    await sql`alter table themes
      add column description text collate "C",
      add column category text collate "C",
      add column author text collate "C",
      add column preview integer references files (id) on delete restrict,
      add column replacement_id integer references themes (id) on delete restrict,
      add column stores integer not null default 0`.execute(db)
    await addColumnIndexes(db, 'themes', [
      { column: 'description', kind: 'longText' },
      { column: 'category', kind: 'text' },
      { column: 'author', kind: 'text' },
      { column: 'preview', kind: 'image', to: 'files' },
      { column: 'replacement_id', kind: 'reference', to: 'themes' },
      { column: 'stores', kind: 'integer' },
    ])
    await sql`update themes set stores = (
      select count(*) from stores where stores.theme_id = themes.id)`.execute(db)
  },
}
