import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  toggle,
  instant,
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

/** Email settings and emails. */
export const email: Migration = {
  async up(db) {
    await createTable(db, 'smtp_settings', {
      ...recordColumns,
      name: unique(text),
      host: text,
      username: optional(text),
      from_name: optional(text),
      from_address: text,
      reply_to: optional(text),
      pause_reason: optional(longText),
      scope: text,
      preset: text,
      security: text,
      auth: text,
      port: integer,
      limit_per_minute: optional(integer),
      verify_certificate: toggle,
      paused: toggle,
      password: secret,
      search_text: searchText('name', 'host', 'from_address'),
      ...integrationColumns,
      stores: withDefault(integer, '0'),
      sent24h: withDefault(integer, '0'),
      failed24h: withDefault(integer, '0'),
      waiting: withDefault(integer, '0'),
    })
    await sql`
      create unique index smtp_settings_default_key on smtp_settings (scope) where scope = 'platform';
      create unique index smtp_settings_name_same on smtp_settings (same_text(name));
    `.execute(db)
    await createTable(db, 'mails', {
      id: identity,
      time: instant,
      kind: longText,
      recipient: longText,
      subject: longText,
      store_id: optional(reference('stores', 'cascade')),
      smtp_settings_id: optional(reference('smtp_settings', 'set null')),
      status: withDefault(longText, "'waiting'"),
      attempts: withDefault(withoutIndex(integer), '0'),
      next_try_at: optional(withoutIndex(instant)),
      ended_at: optional(withoutIndex(instant)),
      problem: optional(longText),
      claimed_at: optional(withoutIndex(instant)),
      content_sealed: optional(longText),
      search_text: searchText('recipient', 'subject'),
    })
    await sql`
      create index mails_ended_idx on mails (smtp_settings_id, ended_at);
      create index mails_ended_at_idx on mails (ended_at);
      create index mails_due_idx on mails (next_try_at, id) where status = 'waiting';
      create index mails_claimed_idx on mails (smtp_settings_id, claimed_at);
    
      alter table stores
        add foreign key (smtp_settings_id) references smtp_settings (id) on delete restrict;
    `.execute(db)
  },
}
