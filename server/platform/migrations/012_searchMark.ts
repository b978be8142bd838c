import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searched } from './011_search.ts'
import { addSearch } from './tables.ts'

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
