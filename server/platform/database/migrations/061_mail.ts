import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIntegrationTable } from './060_integrations.ts'
import { addColumnIndexes, addSearch } from './tables.ts'

const smtpSettingsTable = addIntegrationTable('smtpSettings', {
  text: ['name', 'host', 'username?', 'fromName?', 'fromAddress', 'replyTo?'],
  longText: ['pauseReason?'],
  select: ['scope', 'preset', 'security', 'auth'],
  integer: ['port', 'limitPerMinute?'],
  toggle: ['verifyCertificate', 'paused'],
  secret: ['password'],
  unique: [['name']],
  search: ['name', 'host', 'fromAddress'],
})

export const mail: Migration = {
  async up(db) {
    await smtpSettingsTable.up(db)
    await sql`alter table smtp_settings
      add column stores integer not null default 0,
      add column sent24h integer not null default 0,
      add column failed24h integer not null default 0`.execute(db)
    await addColumnIndexes(db, 'smtp_settings', [
      { column: 'stores', kind: 'integer' },
      { column: 'sent24h', kind: 'integer' },
      { column: 'failed24h', kind: 'integer' },
    ])
    await sql`create unique index smtp_settings_default_key on smtp_settings (scope)
      where scope = 'platform'`.execute(db)
    await sql`alter table stores add column smtp_settings_id integer
      references smtp_settings (id) on delete restrict`.execute(db)
    await addColumnIndexes(db, 'stores', [
      { column: 'smtp_settings_id', kind: 'reference', to: 'smtp_settings' },
    ])
    await sql`create table mails (
      id integer generated always as identity primary key,
      time timestamptz(3) not null,
      kind text collate "C" not null,
      recipient text collate "C" not null,
      subject text collate "C" not null,
      store_id integer references stores (id) on delete cascade,
      smtp_settings_id integer references smtp_settings (id) on delete set null,
      status text collate "C" not null default 'waiting',
      attempts integer not null default 0,
      next_try_at timestamptz(3),
      ended_at timestamptz(3),
      problem text collate "C",
      claimed_at timestamptz(3),
      content_sealed text collate "C"
    )`.execute(db)
    await addColumnIndexes(db, 'mails', [
      { column: 'time', kind: 'instant' },
      { column: 'store_id', kind: 'reference', to: 'stores' },
      { column: 'smtp_settings_id', kind: 'reference', to: 'smtp_settings' },
    ])
    await sql`create index mails_due_idx on mails (next_try_at) where status = 'waiting'`.execute(
      db,
    )
    await sql`create index mails_ended_idx on mails (smtp_settings_id, ended_at)`.execute(db)
    await addSearch(db, 'mails', ['recipient', 'subject'])
  },
}
