import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes } from './tables.ts'

/**
 * Charges that a provider is still processing: its own ID of the payment, and when to ask about it next. `asked_at` is the
 * last request with a key; `started_at` stays the first one, from which the idempotency window counts.
 */
export const processingCharges: Migration = {
  async up(db) {
    await sql`alter table payment_charges
      add column reference text collate "C",
      add column asked_at timestamptz(3),
      add column processing_since timestamptz(3),
      add column next_look_at timestamptz(3),
      add column looks integer not null default 0`.execute(db)
    await sql`create index payment_charges_processing_idx on payment_charges (next_look_at, id)
      where state = 'processing'`.execute(db)
    await sql`create index payment_charges_order_id_idx on payment_charges (order_id, id)`.execute(
      db,
    )
    await sql`create index payment_charges_reference_idx on payment_charges (gateway, reference)
      where reference is not null`.execute(db)
    await sql`alter table payment_attempts add column processing_since timestamptz(3)`.execute(db)
    await addColumnIndexes(db, 'payment_attempts', [
      { column: 'processing_since', kind: 'instant' },
    ])
  },
}
