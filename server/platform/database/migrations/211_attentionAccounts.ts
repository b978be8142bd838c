import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The accounts that an alert is for; null means everybody who may read what it tells. */
export const attentionAccounts: Migration = {
  async up(db) {
    await sql`alter table attention_items add column account_ids integer[]`.execute(db)
  },
}
