import type { Migration } from 'kysely/migration'
import { instant, required, text } from './tables.ts'

/** The nonces of Google sign-ins that were used, until their tokens have expired: each counts once. */
export const google: Migration = {
  async up(db) {
    await db.schema
      .createTable('google_nonces')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('expires_at', instant, required)
      .execute()
  },
}
