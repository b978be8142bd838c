import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIntegrationTable } from './060_integrations.ts'
import { addColumnIndexes } from './tables.ts'

const paymentSetupsTable = addIntegrationTable('paymentSetups', {
  text: [
    'name',
    'merchantAccount?',
    'liveUrlPrefix?',
    'testPublishableKey?',
    'livePublishableKey?',
  ],
  longText: ['instructions?'],
  secret: ['testSecretKey', 'testWebhookSecret', 'liveSecretKey', 'liveWebhookSecret'],
  date: ['keyExpiresOn?'],
  list: ['methods', 'currencies', 'countries', 'retryFunds', 'retryErrors'],
  select: ['provider', 'capture', 'limitCurrency?'],
  money: ['minAmount?', 'maxAmount?'],
  integer: ['refundDays?'],
  references: ['storeIds'],
  unique: [['name']],
  search: ['name'],
})

/** Whoever takes payments for stores. Its mode has a call of its own; how many stores there are the database counts. */
export const paymentSetups: Migration = {
  async up(db) {
    await paymentSetupsTable.up(db)
    await sql`alter table payment_setups
      add column mode text collate "C" not null default 'test',
      add column stores integer not null generated always as (cardinality(store_ids)) stored,
      add column success numeric(12, 2)`.execute(db)
    await addColumnIndexes(db, 'payment_setups', [
      { column: 'mode', kind: 'select' },
      { column: 'stores', kind: 'integer' },
      { column: 'success', kind: 'decimal' },
    ])
  },
}
