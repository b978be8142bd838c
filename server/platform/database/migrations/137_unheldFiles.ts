import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when no record holds a file: what held it may come back by Undo. */
export const unusedFiles: Migration = {
  async up(db) {
    await sql`alter table files add column unheld_since timestamptz(3)`.execute(db)
    await sql`create index files_unheld_since_idx on files (unheld_since)
      where unheld_since is not null`.execute(db)
  },
}
