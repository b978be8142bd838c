import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  toggle,
  day,
  instant,
  textList,
  idList,
  color,
  money,
  reference,
  secret,
  identity,
  unique,
  optional,
  withDefault,
  withoutIndex,
  searchText,
  recordColumns,
  integrationColumns,
  createTable,
} from './tables.ts'

/** The gift card integration, with the provider's products, our templates, and the gift cards. */
export const giftCards: Migration = {
  async up(db) {
    await createTable(db, 'gift_card_setup', {
      ...recordColumns,
      name: text,
      code_prefix: optional(text),
      environment: unique(text),
      currency: text,
      code_characters: text,
      low_balances: textList,
      min_amount: optional(money('currency')),
      max_amount: optional(money('currency')),
      daily_cap: optional(money('currency')),
      monthly_cap: optional(money('currency')),
      code_length: integer,
      expiry_months: optional(integer),
      api_key: secret,
      webhook_secret: secret,
      store_ids: idList,
      search_text: searchText('name'),
      ...integrationColumns,
      frozen: withDefault(withoutIndex(toggle), 'false'),
      frozen_reason: optional(longText),
      balances_at: optional(withoutIndex(instant)),
    })
    await sql`
      create table gift_card_balances (
        setup_id integer not null references gift_card_setup (id) on delete cascade,
        currency text collate "C" not null,
        amount bigint not null,
        primary key (setup_id, currency)
      );

      create table gift_card_shortages (
        setup_id integer not null references gift_card_setup (id) on delete cascade,
        currency text collate "C" not null,
        needed bigint not null,
        failed integer not null,
        since timestamptz(3) not null,
        primary key (setup_id, currency)
      );

      create table gift_card_events (
        setup_id integer not null references gift_card_setup (id) on delete cascade,
        event_id text collate "C" not null,
        received_at timestamptz(3) not null,
        sentence text collate "C" not null,
        primary key (setup_id, event_id)
      );
    `.execute(db)
    await createTable(db, 'gift_card_products', {
      ...recordColumns,
      name: text,
      code: text,
      currency: text,
      environment: text,
      state: text,
      min_amount: optional(money('currency')),
      max_amount: optional(money('currency')),
      amounts: withDefault(textList, "'{}'"),
      seen_at: withDefault(instant, 'now()'),
      search_text: searchText('name', 'code'),
    })
    await sql`
      alter table gift_card_products add unique (environment, code);
    `.execute(db)
    await createTable(db, 'gift_card_templates', {
      ...recordColumns,
      name: text,
      code: unique(text),
      sender: text,
      subject: text,
      headline: optional(text),
      body: longText,
      message: optional(longText),
      pause_reason: optional(longText),
      environment: text,
      currency: text,
      amount_kind: text,
      delivery: text,
      status: withDefault(text, "'off'"),
      store_ids: idList,
      product_ids: idList,
      amounts: textList,
      min_amount: optional(money('currency')),
      max_amount: optional(money('currency')),
      step: optional(money('currency')),
      monthly_cap: optional(money('currency')),
      sent_this_month: withDefault(money('currency'), '0'),
      expiry_months: optional(integer),
      withdrawn: withDefault(integer, '0'),
      starts_at: optional(instant),
      ends_at: optional(instant),
      active: toggle,
      paused: toggle,
      logo: optional(reference('files')),
      text_colour: color,
      background_colour: color,
      search_text: searchText('name', 'code'),
      sent_month: optional(withoutIndex(day)),
    })
    await createTable(db, 'gift_cards', {
      id: identity,
      store_id: optional(reference('stores', 'cascade')),
      sent_at: instant,
      amount: withoutIndex(money('currency')),
      currency: longText,
      status: longText,
      recipient: withDefault(longText, "''"),
      template_id: optional(withoutIndex(reference('gift_card_templates', 'set null'))),
      product_id: optional(reference('gift_card_products', 'set null')),
      environment: withDefault(longText, "'live'"),
      reference: optional(longText),
      problem: optional(longText),
      tries: withDefault(withoutIndex(integer), '0'),
      asked_at: optional(withoutIndex(instant)),
      ended_at: optional(withoutIndex(instant)),
      content_sealed: optional(longText),
      search_text: searchText('recipient', 'reference'),
      looked_at: optional(withoutIndex(instant)),
      asks: withDefault(withoutIndex(integer), '0'),
    })
    await sql`
      create index gift_cards_store_id_idx on gift_cards (store_id, sent_at);
      create index gift_cards_template_idx on gift_cards (template_id, sent_at);
      create index gift_cards_spent_idx on gift_cards (environment, currency, sent_at);
      create index gift_cards_waiting_idx on gift_cards (id) where status = 'waiting';
    `.execute(db)
  },
}
