import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type Source = { table: string; columns?: readonly string[] }

/**
 * Tables that alerts are made from (attention/keepAttention.ts), with the columns that count if not all do. Those that mark
 * stores already (014_storeHealth.ts) are missing here, because whoever settles a store asks for its alerts too.
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

/** A write that changes what an alert says leaves a mark, so that alerts are brought up to date after its transaction. */
export const alertMarks: Migration = {
  async up(db) {
    await sql`alter table store_marks add column for_alerts boolean not null default false`.execute(
      db,
    )
    await sql`create function mark_alerts() returns trigger language plpgsql as ${sql.lit(
      `begin insert into store_marks (for_alerts) values (true); return null; end`,
    )}`.execute(db)
    for (const { table, columns } of alertSources) {
      const update = columns
        ? sql`update of ${sql.join(columns.map((column) => sql.id(column)))}`
        : sql`update`
      await sql`create trigger mark_alerts after insert or delete or ${update} on ${sql.table(table)}
        for each statement execute function mark_alerts()`.execute(db)
    }
  },
}
