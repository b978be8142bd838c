import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  instant,
  idList,
  reference,
  optional,
  withoutIndex,
  searchText,
  recordColumns,
  createTable,
  executeAll,
} from './tables.ts'
import type { MigrationDb } from './tables.ts'

/** Alerts, each once by its subject. */
export const alerts: Migration = {
  async up(db) {
    await createTable(db, 'attention_items', {
      ...recordColumns,
      title: text,
      detail: optional(text),
      fix: text,
      state: text,
      kind: text,
      rank: integer,
      since: instant,
      snoozed_until: optional(instant),
      store_ids: idList,
      owner_id: optional(withoutIndex(reference('users', 'set null'))),
      search_text: searchText('title'),
      subject: optional(longText),
      permission: optional(longText),
      account_ids: optional(withoutIndex(idList)),
      reason: optional(text),
    })
    await sql`
      create unique index attention_items_subject_idx on attention_items (subject);
    `.execute(db)
    await addAlertMarks(db)
  },
}

type Source = { table: string; columns?: readonly string[] }

/**
 * Tables that alerts are made from, with the columns that count if not all do. Tables that mark
 * stores aren't listed, because recomputing a store also refreshes its alerts.
 */
const alertSources: readonly Source[] = [
  { table: 'incidents', columns: ['cause', 'status', 'opened_at'] },
  { table: 'integration_expiries' },
  { table: 'gift_card_shortages' },
  { table: 'gift_card_balances' },
  { table: 'credit_requests', columns: ['state'] },
  { table: 'member_groups', columns: ['name', 'program_waiting', 'program_set_by'] },
  { table: 'stores', columns: ['name', 'status', 'delete_after'] },
  { table: 'users', columns: ['status', 'group_ids', 'all_stores', 'store_ids'] },
  { table: 'user_groups', columns: ['permissions', 'all_stores', 'store_ids'] },
  { table: 'gift_card_setup', columns: ['name', 'state', 'low_balances'] },
  { table: 'payment_setups', columns: ['name', 'provider', 'store_ids'] },
  { table: 'smtp_settings', columns: ['name'] },
  { table: 'printful_setup', columns: ['name'] },
  { table: 'cognito_setup', columns: ['name'] },
  { table: 'admin_sign_ons', columns: ['name'] },
  { table: 'member_sign_ons', columns: ['name'] },
]

/** A write that changes what an alert says leaves a mark, and alerts are refreshed after its transaction. */
async function addAlertMarks(db: MigrationDb): Promise<void> {
  await sql`
    create function mark_alerts() returns trigger language plpgsql as
      $$begin insert into store_marks (for_alerts) values (true); return null; end$$;
  `.execute(db)
  const triggers = alertSources.map(({ table, columns }) => {
    const update = columns
      ? sql`update of ${sql.join(columns.map((column) => sql.id(column)))}`
      : sql`update`
    return sql`create trigger mark_alerts after insert or delete or ${update} on ${sql.table(table)}
      for each statement execute function mark_alerts()`
  })
  await executeAll(db, triggers)
}
