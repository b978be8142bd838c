import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearch } from './tables.ts'

const searchedColumns = {
  sizes: ['name', 'code', 'equivalents'],
  catalogs: ['name', 'code'],
  categories: ['name', 'code'],
  members: ['name', 'email'],
  organisations: ['name'],
  themes: ['name', 'code'],
  stores: ['name', 'code', 'subdomain', 'domain'],
  member_groups: ['name'],
}

export const searchIndexes: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(searchedColumns)) {
      for (const column of columns)
        await sql`drop index if exists ${sql.id(`${table}_${column}_search_idx`)}`.execute(db)
      await addSearch(db, table, columns)
      // Planning needs to know how common the parts of texts are, and of a new expression nothing is known.
      await sql`analyze ${sql.table(table)}`.execute(db)
    }
  },
}

/** Search indexes anew: words marked otherwise, more samples; that of the order of members holds what a search looks into. */
export const searchWordMarks: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(searchedColumns)) {
      await sql`drop index ${sql.id(`${table}_search_idx`)}`.execute(db)
      await addSearch(db, table, columns)
    }
    await sql`drop index members_name_sort_idx`.execute(db)
    await sql`create index members_name_sort_idx on members (lower(name), id) include (name, email)`.execute(
      db,
    )
    for (const table of Object.keys(searchedColumns))
      await sql`analyze ${sql.table(table)}`.execute(db)
  },
}

/** Searches look into a kept column of folded text: to fold a text costs too much for each row that is looked at. */
export const foldedSearch: Migration = {
  async up(db) {
    for (const [table, columns] of Object.entries(searchedColumns)) {
      await sql`drop index if exists ${sql.id(`${table}_search_idx`)}`.execute(db)
      await addSearch(db, table, columns)
    }
    // It holds what a search looks into, as before (012), and the name, without which PostgreSQL does not see that it holds its lower case.
    await sql`drop index members_name_sort_idx`.execute(db)
    await sql`create index members_name_sort_idx on members (lower(name), id) include (name, search_text)`.execute(
      db,
    )
    for (const table of Object.keys(searchedColumns))
      await sql`analyze ${sql.table(table)}`.execute(db)
  },
}
