import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is due is found by its time, however many stand there besides. */
export const dueIndexes: Migration = {
  async up(db) {
    // Many are due at one moment: without the id each look would sort them all.
    await sql`drop index mails_due_idx`.execute(db)
    await sql`create index mails_due_idx on mails (next_try_at, id) where status = 'waiting'`.execute(
      db,
    )
    await sql`create index mails_claimed_idx on mails (smtp_settings_id, claimed_at)`.execute(db)
    await sql`drop index credit_balances_next_expiry_idx`.execute(db)
    await sql`create index credit_balances_next_expiry_idx on credit_balances (next_expiry, id)
      where next_expiry is not null`.execute(db)
    await sql`create index payment_attempts_unsettled_idx on payment_attempts (updated_at)
      where status in ('open', 'scheduled', 'waiting')`.execute(db)
    // The key of incidents (payments/keepIncidents.ts).
    await sql`create index payment_attempts_cause_idx on payment_attempts
      ((gateway || '/' || reason || case when reason = 'configuration' then '/' || raw_code else '' end), attempted_at)`.execute(
      db,
    )
    await sql`create index incidents_resolved_idx on incidents (key, resolved_at)`.execute(db)
    await sql`create index pay_links_store_id_idx on pay_links (store_id)`.execute(db)
  },
}
