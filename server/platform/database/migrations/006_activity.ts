import { sql } from 'kysely'
import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

const referenceStore = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('stores.id').onDelete('cascade')
const defaultToZero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** What happens in stores: orders, payments, credits, gift cards, integrations, and each day's sums. Amounts are minor units. */
export const activity: Migration = {
  async up(db) {
    await db.schema
      .createTable('orders')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('store_id', 'integer', referenceStore)
      .addColumn('member_id', 'integer', (column) =>
        column.references('members.id').onDelete('set null'),
      )
      .addColumn('placed_at', instantType, notNull)
      .addColumn('amount', 'bigint', notNull)
      .addColumn('currency', textType, notNull)
      .addColumn('status', textType, notNull)
      .execute()
    await sql`create index orders_store_id_placed_at_idx on orders (store_id, placed_at)`.execute(
      db,
    )
    // Deleting a member looks for their orders.
    await sql`create index orders_member_id_idx on orders (member_id)`.execute(db)

    await db.schema
      .createTable('payment_attempts')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('store_id', 'integer', referenceStore)
      .addColumn('order_id', 'integer', (column) =>
        column.notNull().references('orders.id').onDelete('cascade'),
      )
      .addColumn('attempted_at', instantType, notNull)
      .addColumn('amount', 'bigint', notNull)
      .addColumn('currency', textType, notNull)
      .addColumn('gateway', textType, notNull)
      .addColumn('card_brand', textType)
      .addColumn('card_last4', textType)
      .addColumn('attempt', 'integer', notNull)
      .addColumn('reason', textType, notNull)
      .addColumn('raw_code', textType, notNull)
      .addColumn('status', textType, notNull)
      .addColumn('recovered_at', instantType)
      .execute()
    await sql`create index payment_attempts_attempted_at_idx on payment_attempts (attempted_at)`.execute(
      db,
    )
    await sql`create index payment_attempts_store_id_idx on payment_attempts (store_id, attempted_at)`.execute(
      db,
    )
    await sql`create index payment_attempts_order_id_idx on payment_attempts (order_id)`.execute(db)

    // A ledger: amounts are signed, and the balance of a member and unit is the sum of its entries.
    await db.schema
      .createTable('credit_entries')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('store_id', 'integer', referenceStore)
      .addColumn('member_id', 'integer', (column) =>
        column.notNull().references('members.id').onDelete('cascade'),
      )
      .addColumn('entered_at', instantType, notNull)
      .addColumn('type', textType, notNull)
      .addColumn('amount', 'bigint', notNull)
      .addColumn('unit', textType, notNull)
      .addColumn('balance', 'bigint', notNull)
      .addColumn('reason', textType, notNull)
      .addColumn('expires_at', instantType)
      .addColumn('issued_by', textType, notNull)
      .execute()
    await sql`create index credit_entries_store_id_idx on credit_entries (store_id, entered_at)`.execute(
      db,
    )
    await sql`create index credit_entries_member_id_idx on credit_entries (member_id, entered_at)`.execute(
      db,
    )
    await sql`create index credit_entries_expires_at_idx on credit_entries (expires_at) where expires_at is not null`.execute(
      db,
    )

    await db.schema
      .createTable('gift_cards')
      .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('store_id', 'integer', referenceStore)
      .addColumn('sent_at', instantType, notNull)
      .addColumn('amount', 'bigint', notNull)
      .addColumn('currency', textType, notNull)
      .addColumn('status', textType, notNull)
      .execute()
    await sql`create index gift_cards_store_id_idx on gift_cards (store_id, sent_at)`.execute(db)

    await db.schema
      .createTable('integrations')
      .addColumn('store_id', 'integer', referenceStore)
      .addColumn('kind', textType, notNull)
      .addColumn('state', textType, notNull)
      .addColumn('message', textType)
      .addColumn('checked_at', instantType)
      .addPrimaryKeyConstraint('integrations_pkey', ['store_id', 'kind'])
      .execute()

    // What each store did in a UTC day, kept beside the rows it sums, so that 90 days of 5,000 stores are read at once.
    await db.schema
      .createTable('store_days')
      .addColumn('store_id', 'integer', referenceStore)
      .addColumn('day', 'date', notNull)
      .addColumn('orders', 'integer', defaultToZero)
      .addColumn('revenue', 'bigint', defaultToZero)
      .addColumn('payments_failed', 'integer', defaultToZero)
      .addColumn('payments_recovered', 'integer', defaultToZero)
      .addColumn('credits_issued', 'bigint', defaultToZero)
      .addColumn('credits_redeemed', 'bigint', defaultToZero)
      .addColumn('gift_cards_sent', 'integer', defaultToZero)
      .addColumn('gift_cards_failed', 'integer', defaultToZero)
      .addColumn('mail_sent', 'integer', defaultToZero)
      .addColumn('mail_failed', 'integer', defaultToZero)
      .addPrimaryKeyConstraint('store_days_pkey', ['store_id', 'day'])
      .execute()
    await sql`create index store_days_day_idx on store_days (day)`.execute(db)

    // The audit log is the audit stream of the stores' logs; the other streams stand in the same table.
    await sql`alter table audit
      add column store_id integer,
      add column stream text collate "C" not null default 'audit',
      add column severity text collate "C" not null default 'info',
      add column result text collate "C" not null default 'ok'`.execute(db)
    await sql`create index audit_store_id_idx on audit (store_id, time, id)`.execute(db)
  },
}
