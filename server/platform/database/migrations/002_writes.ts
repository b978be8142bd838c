import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instant, required, text } from './tables.ts'

export const writes: Migration = {
  async up(db) {
    await db.schema
      .createTable('audit')
      .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('time', instant, required)
      .addColumn('actor', text, required)
      .addColumn('event', text, required)
      .addColumn('target_type', text)
      .addColumn('target_id', 'integer')
      .addColumn('label', text)
      .addColumn('request_id', text, required)
      .addColumn('ip', text, required)
      .addColumn('changes', 'jsonb', required)
      .execute()
    await sql`create index audit_time_idx on audit (time, id)`.execute(db)
    await sql`create function refuse_change_of_audit() returns trigger language plpgsql as
      $$ begin raise exception 'The audit log is append-only'; end $$`.execute(db)
    await sql`create trigger audit_is_append_only before update or delete or truncate on audit
      for each statement execute function refuse_change_of_audit()`.execute(db)

    await db.schema
      .createTable('idempotency_keys')
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('key_hash', text, required)
      .addColumn('fingerprint', text, required)
      .addColumn('created_at', instant, required)
      .addColumn('answer', 'jsonb')
      .addPrimaryKeyConstraint('idempotency_keys_pkey', ['user_id', 'key_hash'])
      .execute()
    await sql`create index idempotency_keys_created_at_idx on idempotency_keys (created_at)`.execute(
      db,
    )
  },
}
