import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { buildMoneySortKey } from '#server/platform/core/records/moneySortKey.ts'

/** Amounts by table, with the column of their currency. */
const amountColumns: Readonly<Record<string, { currency: string; columns: readonly string[] }>> = {
  payment_attempts: { currency: 'currency', columns: ['amount'] },
  incidents: { currency: 'currency', columns: ['stake'] },
  credit_requests: { currency: 'unit', columns: ['amount'] },
  gift_card_setup: {
    currency: 'currency',
    columns: ['min_amount', 'max_amount', 'daily_cap', 'monthly_cap'],
  },
  gift_card_templates: {
    currency: 'currency',
    columns: ['sent_this_month', 'min_amount', 'max_amount', 'step', 'monthly_cap'],
  },
  gift_card_products: { currency: 'currency', columns: ['min_amount', 'max_amount'] },
  payment_setups: { currency: 'limit_currency', columns: ['min_amount', 'max_amount'] },
  member_groups: {
    currency: 'unit',
    columns: ['spend_limit', 'credit_amount', 'program_waiting', 'program_approved'],
  },
}

/** Lists order amounts within each currency, and the ledger by the day on which entries expire. */
export const moneyOrder: Migration = {
  async up(db) {
    for (const [table, { currency, columns }] of Object.entries(amountColumns))
      for (const column of columns) {
        const index = sql.id(`${table}_${column}_sort_idx`)
        await sql`drop index if exists ${index}`.execute(db)
        const key = buildMoneySortKey(sql.id(column), sql.id(currency))
        await sql`create index ${index} on ${sql.table(table)} (${key}, id)`.execute(db)
      }
    await sql`create index credit_entries_expires_at_sort_idx on credit_entries (expires_at, id)`.execute(
      db,
    )
  },
}
