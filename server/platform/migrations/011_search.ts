import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearch } from './tables.ts'

/** The columns that searches look into, by table; each had an index of its own before. */
export const searched = {
  sizes: ['name', 'code', 'equivalents'],
  catalogs: ['name', 'code'],
  categories: ['name', 'code'],
  members: ['name', 'email'],
  organisations: ['name'],
  themes: ['name', 'code'],
  stores: ['name', 'code', 'subdomain', 'domain'],
  member_groups: ['name'],
}

/** One index of trigrams for all that a search looks into. */
export const search: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(searched)) {
      for (const column of columns)
        await sql`drop index if exists ${sql.id(`${table}_${column}_search_idx`)}`.execute(db)
      await addSearch(db, table, columns)
      // Planning needs to know how common the parts of texts are, and of a new expression nothing is known.
      await sql`analyze ${sql.table(table)}`.execute(db)
    }
  },
}
