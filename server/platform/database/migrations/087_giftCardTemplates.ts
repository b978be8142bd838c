import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumnIndexes, addResourceTable, addSearch } from './tables.ts'

const giftCardProductsTable = addResourceTable('giftCardProducts', {
  text: ['name', 'code', 'currency'],
  select: ['environment', 'state'],
  money: ['minAmount?', 'maxAmount?'],
  list: ['amounts'],
  instant: ['seenAt'],
  unique: [['environment', 'code']],
  search: ['name', 'code'],
})

const giftCardTemplatesTable = addResourceTable('giftCardTemplates', {
  text: ['name', 'code', 'sender', 'subject', 'headline?'],
  longText: ['body', 'message?', 'pauseReason?'],
  select: ['environment', 'currency', 'amountKind', 'delivery', 'status'],
  references: ['storeIds', 'productIds'],
  list: ['amounts'],
  money: ['minAmount?', 'maxAmount?', 'step?', 'monthlyCap?', 'sentThisMonth'],
  integer: ['expiryMonths?', 'withdrawn'],
  instant: ['startsAt?', 'endsAt?'],
  toggle: ['active', 'paused'],
  image: ['logo?'],
  to: { logo: 'files' },
  colour: ['textColour', 'backgroundColour'],
  unique: [['code']],
  search: ['name', 'code'],
})

/** The catalogue of Runa, templates, and of each gift card what it was sent by and what became of it. */
export const giftCardTemplates: Migration = {
  async up(db) {
    await giftCardProductsTable.up(db)
    await giftCardTemplatesTable.up(db)
    await sql`alter table gift_card_products
      alter column amounts set default '{}',
      alter column seen_at set default now()`.execute(db)
    await sql`alter table gift_card_templates
      alter column status set default 'off',
      alter column withdrawn set default 0,
      alter column sent_this_month set default 0,
      add column sent_month date`.execute(db)
    await sql`alter table gift_cards
      alter column store_id drop not null,
      add column recipient text collate "C" not null default '',
      add column template_id integer references gift_card_templates (id) on delete set null,
      add column product_id integer references gift_card_products (id) on delete set null,
      add column environment text collate "C" not null default 'live',
      add column reference text collate "C",
      add column problem text collate "C",
      add column tries integer not null default 0,
      add column asked_at timestamptz(3),
      add column ended_at timestamptz(3),
      add column content_sealed text collate "C"`.execute(db)
    await addColumnIndexes(db, 'gift_cards', [
      { column: 'sent_at', kind: 'instant' },
      { column: 'product_id', kind: 'reference', to: 'giftCardProducts' },
    ])
    await sql`create index gift_cards_store_id_sort_idx on gift_cards (store_id, id)`.execute(db)
    await sql`create index gift_cards_template_idx on gift_cards (template_id, sent_at)`.execute(db)
    await sql`create index gift_cards_spent_idx on gift_cards (environment, currency, sent_at)`.execute(
      db,
    )
    await sql`create index gift_cards_waiting_idx on gift_cards (id) where status = 'waiting'`.execute(
      db,
    )
    await addSearch(db, 'gift_cards', ['recipient', 'reference'])
  },
}
