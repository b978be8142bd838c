import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIntegrationTable } from './060_integrations.ts'

const giftCardSetupTable = addIntegrationTable('giftCardSetup', {
  text: ['name', 'codePrefix?'],
  select: ['environment', 'currency', 'codeCharacters'],
  list: ['lowBalances'],
  money: ['minAmount?', 'maxAmount?', 'dailyCap?', 'monthlyCap?'],
  integer: ['codeLength', 'expiryMonths?'],
  secret: ['apiKey', 'webhookSecret'],
  references: ['storeIds'],
  unique: [['environment']],
  search: ['name'],
})

export const giftCardSetup: Migration = {
  async up(db) {
    await giftCardSetupTable.up(db)
    await sql`alter table gift_card_setup
      add column frozen boolean not null default false,
      add column frozen_reason text collate "C",
      add column balances_at timestamptz(3)`.execute(db)
    await sql`create table gift_card_balances (
      setup_id integer not null references gift_card_setup on delete cascade,
      currency text collate "C" not null,
      amount bigint not null,
      primary key (setup_id, currency)
    )`.execute(db)
  },
}
