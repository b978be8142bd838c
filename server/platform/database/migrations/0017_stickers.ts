import type { Migration } from 'kysely/migration'
import {
  text,
  integer,
  toggle,
  instant,
  textList,
  idList,
  color,
  reference,
  optional,
  withDefault,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

/** Stickers. Their status follows from the clock and is updated before it is read. */
export const stickers: Migration = {
  async up(db) {
    await createTable(db, 'stickers', {
      ...recordColumns,
      name: text,
      text: optional(text),
      alt: optional(text),
      image: optional(reference('files')),
      text_colour: color,
      background_colour: color,
      position: text,
      status: withDefault(text, "'off'"),
      priority: integer,
      exclusive: toggle,
      active: toggle,
      starts_at: optional(instant),
      ends_at: optional(instant),
      store_ids: idList,
      group_ids: idList,
      category_ids: idList,
      catalog_ids: idList,
      applies_to: textList,
      search_text: searchText('name', 'text'),
    })
  },
}
