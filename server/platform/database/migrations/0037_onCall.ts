import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumns,
  createTable,
  day,
  idList,
  instant,
  integer,
  longText,
  optional,
  recordColumns,
  reference,
  searchText,
  text,
  textList,
  toggle,
  unique,
  withoutIndex,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Rotations, escalations of rules, and what each user wants to be told by email. */
export const onCall: Migration = {
  async up(db) {
    await stopSendingRequests(db)
    await createRotations(db)
    await addEscalations(db)
    await createNotifications(db)
    await sql`alter table alert_history add column fix text collate "C"`.execute(db)
  },
}

/**
 * Alerts that only certain accounts see are no longer sent. A rule about nothing else would send
 * everything, so it is paused.
 */
async function stopSendingRequests(db: MigrationDb): Promise<void> {
  await sql`
    delete from alert_deliveries where kind = 'approval';
    delete from alert_history where kind = 'approval';
    update alert_rules set active = false where kinds = '{approval}';
    update alert_rules set kinds = array_remove(kinds, 'approval') where 'approval' = any(kinds);
  `.execute(db)
}

async function createRotations(db: MigrationDb): Promise<void> {
  await createTable(db, 'on_call_rotations', {
    ...recordColumns,
    name: unique(text),
    user_ids: idList,
    time_zone: text,
    handover_day: text,
    handover_time: text,
    starts_on: day,
    current_user_id: optional(reference('users', 'set null')),
    next_user_id: optional(reference('users', 'set null')),
    next_at: optional(instant),
    search_text: searchText('name'),
  })
  await createTable(db, 'on_call_overrides', {
    ...recordColumns,
    reason: text,
    rotation_id: reference('on_call_rotations'),
    user_id: reference('users', 'cascade'),
    starts_at: instant,
    ends_at: instant,
    search_text: searchText('reason'),
  })
  await sql`
    create unique index on_call_rotations_name_same on on_call_rotations (same_text(name));
    create trigger mark_alerts after insert or delete or update of name, user_ids on on_call_rotations
      for each statement execute function mark_alerts();
  `.execute(db)
}

async function addEscalations(db: MigrationDb): Promise<void> {
  await addColumns(db, 'alert_channels', {
    rotation_id: optional(reference('on_call_rotations')),
  })
  await addColumns(db, 'alert_rules', {
    first_escalation_minutes: optional(integer),
    first_escalation_channel_id: optional(reference('alert_channels')),
    second_escalation_minutes: optional(integer),
    second_escalation_channel_id: optional(reference('alert_channels')),
    third_escalation_minutes: optional(integer),
    third_escalation_channel_id: optional(reference('alert_channels')),
  })
  await sql`alter table attention_items add column waiting_since timestamptz(3)`.execute(db)
}

async function createNotifications(db: MigrationDb): Promise<void> {
  await createTable(db, 'notification_preferences', {
    ...recordColumns,
    user_id: unique(withoutIndex(reference('users', 'cascade'))),
    quiet_hours: withoutIndex(toggle),
    quiet_from: withoutIndex(text),
    quiet_until: withoutIndex(text),
    quiet_days: withoutIndex(textList),
    digest: withoutIndex(text),
    digest_day: withoutIndex(text),
    digest_time: withoutIndex(text),
    time_zone: withoutIndex(text),
    /** The end of the last digest's period, or when the digest was last set up. */
    digested_until: withoutIndex(instant),
  })
  await createTable(db, 'waiting_messages', {
    user_id: withoutIndex(reference('users', 'cascade')),
    /** A later message with the same key replaces this one. */
    key: longText,
    title: longText,
    details: withoutIndex(textList),
    at: withoutIndex(instant),
  })
  await sql`create unique index waiting_messages_key_idx on waiting_messages (user_id, key)`.execute(
    db,
  )
}
