import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who signed an anchor may change, so that keys can give way; what it says never does. */
export const anchorKeys: Migration = {
  async up(db) {
    await sql`drop trigger log_anchors_is_append_only on log_anchors`.execute(db)
    await sql`create trigger log_anchors_is_append_only
      before update of chain, first, seq, hash, until or delete or truncate on log_anchors
      for each statement execute function refuse_change_of_audit()`.execute(db)
  },
}
