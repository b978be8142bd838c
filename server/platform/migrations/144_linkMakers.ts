import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who made a link: it stops working once its account has more than they have. Links from before name nobody. */
export const linkMakers: Migration = {
  async up(db) {
    await sql`alter table account_links
      add column made_by integer references users on delete set null`.execute(db)
    await sql`create index account_links_made_by_idx on account_links (made_by)`.execute(db)
  },
}
