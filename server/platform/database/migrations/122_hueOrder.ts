import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

const hueOrderedColumns = {
  colors: ['hex', 'second_hex'],
  sub_attributes: ['swatch'],
  stores: ['primary_colour', 'text_colour'],
  stickers: ['text_colour', 'background_colour'],
  gift_card_templates: ['text_colour', 'background_colour'],
}

/** Colours are sorted by hue, and no longer by their hex text. */
export const hueOrder: Migration = {
  async up(db) {
    for (const [table, names] of Object.entries(hueOrderedColumns)) {
      for (const column of names)
        await sql`drop index if exists ${sql.id(`${table}_${column}_sort_idx`)}`.execute(db)
      await addColumnIndexes(
        db,
        table,
        names.map((column) => ({ column, kind: 'colour' })),
      )
    }
  },
}
