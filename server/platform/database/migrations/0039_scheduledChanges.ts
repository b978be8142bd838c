import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumns,
  createTable,
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
  withoutIndex,
} from './tables.ts'

/** Changes that start later and may end, and the rules for them. */
export const scheduledChanges: Migration = {
  async up(db) {
    await sql`
      alter table bulk_plans add column is_shared boolean not null default false;
      alter table jobs add column kept_until timestamptz(3);
    `.execute(db)
    await addColumns(db, 'stores', {
      maintenance_message: optional(text),
      maintenance_ends_at: optional(instant),
    })
    await createTable(db, 'scheduled_changes', {
      ...recordColumns,
      title: text,
      state: text,
      starts_at: instant,
      ends_at: optional(instant),
      time_zone: text,
      store_ids: idList,
      records: integer,
      started_at: optional(instant),
      ended_at: optional(instant),
      decided_by: optional(text),
      decision_reason: optional(text),
      problem: optional(text),
      asker_id: optional(reference('users', 'set null')),
      resource: longText,
      action: longText,
      /** The fields that it changes. */
      fields: withoutIndex(textList),
      /** The key that its readers need, and the permission to change it. */
      permission: longText,
      needs: longText,
      plan_id: optional(reference('bulk_plans', 'set null')),
      job_id: optional(reference('jobs', 'set null')),
      undo_job_id: optional(reference('jobs', 'set null')),
      guard: optional(text),
      guard_percent: optional(integer),
      guard_tripped_at: optional(instant),
      notice_hours: optional(withoutIndex(integer)),
      notified_at: optional(withoutIndex(instant)),
      search_text: searchText('title'),
    })
    await createTable(db, 'schedule_settings', {
      ...recordColumns,
      approval_stores: integer,
      late_minutes: integer,
      reason: text,
      search_text: searchText('reason'),
    })
    await sql`
      create index scheduled_changes_open_idx on scheduled_changes (starts_at)
        where state in ('waiting', 'scheduled', 'running', 'inEffect', 'ending');
      create trigger mark_alerts after insert or delete or update of state, problem on scheduled_changes
        for each statement execute function mark_alerts();
      insert into schedule_settings (approval_stores, late_minutes, reason, created_at, created_by, updated_at, updated_by)
        values (100, 60, 'Default of the platform', now(), 'platform', now(), 'platform');
    `.execute(db)
  },
}
