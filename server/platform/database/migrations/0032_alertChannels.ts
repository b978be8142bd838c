import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  createTable,
  executeAll,
  idList,
  identity,
  instant,
  integer,
  integrationColumns,
  longText,
  optional,
  recordColumns,
  reference,
  searchText,
  secret,
  text,
  textList,
  toggle,
  unique,
  withDefault,
  withoutIndex,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Channels, the rules that choose alerts for them, and what was sent. */
export const alertChannels: Migration = {
  async up(db) {
    await createTable(db, 'alert_channels', {
      ...recordColumns,
      name: unique(text),
      type: text,
      recipients: textList,
      url: secret,
      signing_secret: secret,
      integration_key: secret,
      /** Until then, nothing else is sent: a channel gets at most one message a minute. */
      next_message_at: optional(withoutIndex(instant)),
      search_text: searchText('name'),
      ...integrationColumns,
    })
    await createTable(db, 'alert_rules', {
      ...recordColumns,
      name: unique(text),
      channel_id: reference('alert_channels'),
      active: toggle,
      kinds: textList,
      severity: text,
      areas: textList,
      store_ids: idList,
      organisation_id: optional(reference('organisations')),
      delay_minutes: integer,
      repeat_minutes: optional(integer),
      search_text: searchText('name'),
    })
    await sql`
      create unique index alert_channels_name_same on alert_channels (same_text(name));
      create unique index alert_rules_name_same on alert_rules (same_text(name));
    `.execute(db)
    await createTable(db, 'alert_deliveries', {
      ...recordColumns,
      title: text,
      channel_id: reference('alert_channels', 'cascade'),
      status: text,
      event: optional(text),
      kind: text,
      severity: text,
      store_ids: idList,
      opened_at: instant,
      sends: withDefault(integer, '0'),
      sent_at: optional(instant),
      attempts: withDefault(integer, '0'),
      next_try_at: optional(instant),
      ended_at: optional(instant),
      problem: optional(text),
      subject: longText,
      permission: longText,
      detail: optional(longText),
      fix: longText,
      message_key: longText,
      batch: optional(longText),
      search_text: searchText('title'),
    })
    await executeAll(db, [
      sql`create unique index alert_deliveries_open_idx on alert_deliveries (channel_id, subject) where ended_at is null`,
      sql`create index alert_deliveries_due_idx on alert_deliveries (channel_id, next_try_at) where status = 'waiting'`,
      sql`create trigger mark_alerts after insert or delete or update of name, state on alert_channels
        for each statement execute function mark_alerts()`,
      sql`create trigger mark_alerts after insert or delete or update on alert_rules
        for each statement execute function mark_alerts()`,
    ])
    await createAlertHistory(db)
  },
}

/** Keeps what each alert was about after it is fixed, for previews of rules. */
async function createAlertHistory(db: MigrationDb): Promise<void> {
  await createTable(db, 'alert_history', {
    id: identity,
    subject: longText,
    kind: longText,
    permission: optional(longText),
    title: longText,
    store_ids: withoutIndex(idList),
    rank: withoutIndex(integer),
    started_at: withoutIndex(instant),
    ended_at: optional(instant),
  })
  await sql`
    create unique index alert_history_open_idx on alert_history (subject) where ended_at is null;
    insert into alert_history (subject, kind, permission, title, store_ids, rank, started_at)
      select subject, kind, permission, title, store_ids, rank, since from attention_items where subject is not null;
  `.execute(db)
}
