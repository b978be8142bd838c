import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  instant,
  idList,
  searchText,
  recordColumns,
  createTable,
} from './tables.ts'

/** Deadlines, each once by its subject. */
export const deadlines: Migration = {
  async up(db) {
    await createTable(db, 'deadlines', {
      ...recordColumns,
      title: text,
      at: instant,
      kind: text,
      store_ids: idList,
      link: text,
      subject: longText,
      permission: longText,
      search_text: searchText('title'),
    })
    await sql`create unique index deadlines_subject_idx on deadlines (subject)`.execute(db)
  },
}
