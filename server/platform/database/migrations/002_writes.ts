import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { instantType, notNull, textType } from './tables.ts'

export const writes: Migration = {
  async up(db) {
    await db.schema
      .createTable('audit')
      .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
      .addColumn('time', instantType, notNull)
      .addColumn('actor', textType, notNull)
      .addColumn('event', textType, notNull)
      .addColumn('target_type', textType)
      .addColumn('target_id', 'integer')
      .addColumn('label', textType)
      .addColumn('request_id', textType, notNull)
      .addColumn('ip', textType, notNull)
      .addColumn('changes', 'jsonb', notNull)
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
      .addColumn('key_hash', textType, notNull)
      .addColumn('fingerprint', textType, notNull)
      .addColumn('created_at', instantType, notNull)
      .addColumn('answer', 'jsonb')
      .addPrimaryKeyConstraint('idempotency_keys_pkey', ['user_id', 'key_hash'])
      .execute()
    await sql`create index idempotency_keys_created_at_idx on idempotency_keys (created_at)`.execute(
      db,
    )
  },
}
