import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What takes an entry back is asked for like any other entry; of one entry nobody asks it while another waits, or once it was done. */
export const requestedReversals: Migration = {
  async up(db) {
    await sql`alter table credit_requests add column reverses integer`.execute(db)
    await sql`create unique index credit_requests_reverses_idx on credit_requests (reverses)
      where state in ('waiting', 'posted')`.execute(db)
  },
}
