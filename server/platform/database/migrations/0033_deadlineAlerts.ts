import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createTable, recordColumns, searchText, text, textList } from './tables.ts'

/** How many days ahead alerts appear, and the notice that an alert last appeared for. */
export const deadlineAlerts: Migration = {
  async up(db) {
    await createTable(db, 'deadline_alerts', {
      ...recordColumns,
      days: textList,
      reason: text,
      search_text: searchText('reason'),
    })
    await sql`
      insert into deadline_alerts (days, reason, created_at, created_by, updated_at, updated_by)
        values ('{1,7,14,30}', 'Default of the platform', now(), 'platform', now(), 'platform');
      create trigger mark_alerts after update on deadline_alerts
        for each statement execute function mark_alerts();
      alter table attention_items add column notice_days integer;
    `.execute(db)
  },
}
