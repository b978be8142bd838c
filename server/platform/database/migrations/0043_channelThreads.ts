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

/** Slack apps, whose messages have threads, and who was told of an alert while they were on call. */
export const channelThreads: Migration = {
  async up(db) {
    await addColumns(db, 'alert_channels', {
      bot_token: secret,
      slack_channel: optional(text),
    })
    await addColumns(db, 'alert_deliveries', {
      thread_id: optional(longText),
      told_user_ids: withDefault(withoutIndex(idList), "'{}'"),
    })
  },
}
