import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The networks that an account signed in from last: strangers' wrong passwords don't slow it down there. Failures
 * counted before may be strangers', so they are dropped.
 */
export const knownNetworks: Migration = {
  async up(db) {
    await sql`alter table users add column known_networks text[] collate "C" not null
      default '{}'`.execute(db)
    await sql`update users set failed_sign_ins = 0, failed_since = null
      where failed_sign_ins > 0 or failed_since is not null`.execute(db)
  },
}
