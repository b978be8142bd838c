import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searched } from './011_search.ts'
import { addSearch } from './tables.ts'

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
