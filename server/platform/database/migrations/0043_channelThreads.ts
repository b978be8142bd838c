import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumns,
  idList,
  longText,
  optional,
  secret,
  text,
  withDefault,
  withoutIndex,
} from './tables.ts'

/**
 * Slack apps, whose messages have threads, and who was notified of an alert while on call.
 * Alerts follow the terms of gift card templates, and requests that were decided have a history.
 */
export const channelThreads: Migration = {
  async up(db) {
    await addColumns(db, 'alert_channels', {
      bot_token: secret,
      slack_channel: optional(text),
    })
    await addColumns(db, 'alert_deliveries', {
      thread_id: optional(longText),
      notified_ids: withDefault(withoutIndex(idList), "'{}'"),
    })
    await addColumns(db, 'alert_history', { account_ids: optional(withoutIndex(idList)) })
    await sql`
      create trigger mark_alerts after insert or delete or update of name, store_ids, active, ends_at
        on gift_card_templates for each statement execute function mark_alerts()`.execute(db)
  },
}
