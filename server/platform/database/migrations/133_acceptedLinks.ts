import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A link that was accepted answers the same again for two minutes, told by its end: those from before have ended. */
export const acceptedLinks: Migration = {
  async up(db) {
    await sql`update account_links set expires_at = now() where state = 'accepted'`.execute(db)
  },
}
