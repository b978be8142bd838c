import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Credentials of payment setups that were replaced, until events that they signed count no more; and who may charge, where a provider knows no keys. */
export const paymentRotation: Migration = {
  async up(db) {
    await sql`create table payment_credentials_before (
      id integer generated always as identity primary key,
      setup_id integer not null references payment_setups (id) on delete cascade,
      mode text collate "C" not null,
      publishable text collate "C",
      secret_sealed text collate "C",
      webhook_sealed text collate "C",
      replaced_at timestamptz(3) not null,
      ends_at timestamptz(3) not null)`.execute(db)
    await sql`create index payment_credentials_before_setup_idx
      on payment_credentials_before (setup_id)`.execute(db)
    await sql`alter table payment_charges add column claimed_until timestamptz(3)`.execute(db)
  },
}
