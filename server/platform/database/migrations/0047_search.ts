import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToSearch } from './searchEntries.ts'

/** Resources whose entries have a partition of their own, because they may have millions. */
const large = ['members', 'orders', 'giftCards'] as const

/**
 * The index of the search of everything: an entry per name or number that finds a record. It also
 * has the words of all names, in which the search looks for what a misspelled word means.
 */
export const search: Migration = {
  async up(db) {
    await sql`
      create table search_entries (
        resource text collate "C" not null,
        source text collate "C" not null,
        source_id bigint not null,
        record_id bigint not null,
        store_id integer,
        title text collate "C",
        search_text text collate "C" not null,
        updated_at timestamptz(3) not null default now(),
        primary key (resource, source, source_id)
      ) partition by list (resource);
      create index search_entries_title_idx on search_entries (title);
      create index search_entries_text_idx on search_entries using gin (search_text gin_trgm_ops);
      create index search_entries_updated_at_idx on search_entries (updated_at);
      create table search_entries_rest partition of search_entries default;
      create table search_words (word text collate "C" primary key);
      create index search_words_start_idx on search_words (left(word, 1), char_length(word));
      create index search_words_idx on search_words using gin (word gin_trgm_ops);
      create table search_words_progress (read_until timestamptz(3) not null);
    `.execute(db)
    for (const resource of large)
      await sql`create table ${sql.table(`search_entries_${resource.toLowerCase()}`)}
        partition of search_entries for values in (${sql.lit(resource)})`.execute(db)
    for (const [table, title] of Object.entries(titles))
      await addToSearch(db, { table, resource: toResourceName(table), title })
    for (const table of ['payment_charges', 'payment_attempts'])
      await addToSearch(db, {
        table,
        resource: 'orders',
        recordColumn: 'order_id',
        title: 'null',
        text: `(' ZQ' || lower(reference) || E'\n')`,
      })
  },
}

const toResourceName = (table: string): string =>
  table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What the records of each table are called, as SQL. */
const titles: Readonly<Record<string, string>> = {
  stores: 'folded(name)',
  organisations: 'folded(name)',
  blueprints: 'folded(name)',
  themes: 'folded(name)',
  theme_versions: 'folded(semver)',
  member_groups: 'folded(name)',
  members: 'folded(name)',
  credit_requests: 'folded(reason)',
  orders: 'folded(number)',
  disputes: 'folded(order_number)',
  incidents: 'folded(cause)',
  payment_refunds: 'folded(reason)',
  attention_items: 'folded(title)',
  deadlines: 'folded(title)',
  scheduled_changes: 'folded(title)',
  alert_channels: 'folded(name)',
  alert_rules: 'folded(name)',
  alert_deliveries: 'folded(title)',
  on_call_rotations: 'folded(name)',
  on_call_overrides: 'folded(reason)',
  api_keys: 'folded(name)',
  attributes: 'folded(label)',
  sub_attributes: 'folded(label)',
  sizes: 'folded(name)',
  cognito_setup: 'folded(name)',
  gift_card_setup: 'folded(name)',
  gift_card_templates: 'folded(name)',
  gift_card_products: 'folded(name)',
  gift_cards: 'folded(recipient)',
  printful_setup: 'folded(name)',
  colors: 'folded(name)',
  stickers: 'folded(name)',
  users: 'folded(name)',
  user_groups: 'folded(name)',
  training_categories: 'folded(title)',
  training_content: 'folded(title)',
  admin_sign_ons: 'folded(name)',
  payment_setups: 'folded(name)',
  smtp_settings: 'folded(name)',
  member_sign_ons: 'folded(name)',
  webhook_subscriptions: 'folded(name)',
}
