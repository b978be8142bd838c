import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearch } from './tables.ts'

/** The columns that searches look into, by table; each had an index of its own before. */
const searched = {
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

/**
 * The indexes of searches anew: words are marked otherwise, and more samples are taken. That of the order of members holds what a
 * search looks into: to look at the next ones is fastest along it alone.
 */
export const searchMark: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(searched)) {
      await sql`drop index ${sql.id(`${table}_search_idx`)}`.execute(db)
      await addSearch(db, table, columns)
    }
    await sql`drop index members_name_sort_idx`.execute(db)
    await sql`create index members_name_sort_idx on members (lower(name), id) include (name, email)`.execute(
      db,
    )
    for (const table of Object.keys(searched)) await sql`analyze ${sql.table(table)}`.execute(db)
  },
}

/**
 * Searches look into a column of folded text, which the database keeps; before, their indexes were made of an expression. To fold
 * a text costs too much for each row that is looked at.
 */
export const foldedSearch: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(searched)) {
      await sql`drop index if exists ${sql.id(`${table}_search_idx`)}`.execute(db)
      await addSearch(db, table, columns)
    }
    // It holds what a search looks into, as before (012), and the name, without which PostgreSQL does not see that it holds its lower case.
    await sql`drop index members_name_sort_idx`.execute(db)
    await sql`create index members_name_sort_idx on members (lower(name), id) include (name, search_text)`.execute(
      db,
    )
    for (const table of Object.keys(searched)) await sql`analyze ${sql.table(table)}`.execute(db)
  },
}
