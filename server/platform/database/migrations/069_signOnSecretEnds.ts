import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

/** The day on which the client secret of a sign-on ends. */
export const signOnSecretEnds: Migration = {
  async up(db) {
    await sql`alter table admin_sign_ons add column secret_expires_on date`.execute(db)
    await addColumnIndexes(db, 'admin_sign_ons', [{ column: 'secret_expires_on', kind: 'date' }])
  },
}
