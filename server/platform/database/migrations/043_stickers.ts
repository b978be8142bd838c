import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addResourceTable } from './tables.ts'

/** Stickers; their status is kept beside them, and brought up to date before it is read (catalogue/keptStickers.ts). */
export const stickers: Migration = {
  async up(db) {
    await addResourceTable('stickers', {
      text: ['name', 'text?', 'alt?'],
      image: ['image?'],
      to: { image: 'files' },
      colour: ['textColour', 'backgroundColour'],
      select: ['position', 'status'],
      integer: ['priority'],
      toggle: ['exclusive', 'active'],
      instant: ['startsAt?', 'endsAt?'],
      references: ['storeIds', 'groupIds', 'categoryIds', 'catalogIds'],
      list: ['appliesTo'],
      search: ['name', 'text'],
    }).up(db)
    await sql`alter table stickers alter column status set default 'off'`.execute(db)
  },
}
