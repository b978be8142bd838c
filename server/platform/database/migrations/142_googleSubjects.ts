import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The Google account that signed in first by an account's verified email address: later sign-ins match by it alone. */
export const googleSubjects: Migration = {
  async up(db) {
    await sql`alter table users add column google_sub text collate "C" unique`.execute(db)
  },
}
