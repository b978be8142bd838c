import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

/** How many emails wait for a mail setting that can't send; reading the settings brings it up to date. */
export const waitingMail: Migration = {
  async up(db) {
    await sql`alter table smtp_settings add column waiting integer not null default 0`.execute(db)
    await addColumnIndexes(db, 'smtp_settings', [{ column: 'waiting', kind: 'integer' }])
  },
}
