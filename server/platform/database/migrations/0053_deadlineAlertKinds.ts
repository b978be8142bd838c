import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The kinds of deadlines that alerts tell of ahead, in addition to those that always have some. */
export const deadlineAlertKinds: Migration = {
  async up(db) {
    await sql`
      alter table deadline_alerts
        add column kinds text[] collate "C" not null default '{deletion,scheduledChange}';
      create index deadlines_kind_at_idx on deadlines (kind, at);
    `.execute(db)
  },
}
