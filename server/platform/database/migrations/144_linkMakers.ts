import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The account that made a link. The link stops working once its own account has more permissions. Older links have none. */
export const linkMakers: Migration = {
  async up(db) {
    await sql`alter table account_links
      add column made_by integer references users on delete set null`.execute(db)
    await sql`create index account_links_made_by_idx on account_links (made_by)`.execute(db)
  },
}
