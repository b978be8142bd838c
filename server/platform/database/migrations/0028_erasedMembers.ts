import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumns, instant, optional } from './tables.ts'
import type { MigrationDb } from './tables.ts'

/**
 * When a member's personal data was erased. Erased members can't sign in again. Logs and ledger
 * never change, so what they say of erased members is in tables of their own, and reads go through
 * views that prefer it.
 */
export const erasedMembers: Migration = {
  async up(db) {
    await addColumns(db, 'members', { erased_at: optional(instant) })
    await sql`
      create table erased_log_entries (
        entry_id bigint primary key,
        time timestamptz(3) not null,
        label text collate "C",
        changes jsonb not null,
        cause text collate "C"
      );
      create table erased_credit_entries (
        entry_id integer primary key,
        member_id integer not null references members (id) on delete cascade,
        reason text collate "C" not null,
        reference text collate "C"
      );
      create index erased_credit_entries_member_id_idx on erased_credit_entries (member_id);
    `.execute(db)
    await createReadableViews(db)
    await readLogsThroughView(db)
  },
}

/** The logs and the ledger as everyone reads them: without the personal data of erased members. */
const createReadableViews = (db: MigrationDb) =>
  sql`
    create view readable_audit as
      select entry.id, entry.time, entry.actor, entry.event, entry.target_type, entry.target_id,
        case when erased.entry_id is null then entry.label else erased.label end as label,
        entry.request_id, entry.ip,
        case when erased.entry_id is null then entry.changes else erased.changes end as changes,
        entry.store_id, entry.stream, entry.severity, entry.result,
        case when erased.entry_id is null then entry.cause else erased.cause end as cause,
        entry.fault, entry.search_text, entry.changes as stored_changes,
        erased.entry_id is not null as is_erased
      from audit as entry left join erased_log_entries as erased on erased.entry_id = entry.id;

    -- Subqueries, not a join: reads of the ledger may lock its rows, and a joined row that may be
    -- missing can't be locked.
    create view readable_credit_entries as
      select id, store_id, member_id, entered_at, type, amount, unit, balance,
        coalesce((select erased.reason from erased_credit_entries as erased
          where erased.entry_id = entry.id), reason) as reason,
        expires_at, issued_by, search_text,
        coalesce((select erased.reference from erased_credit_entries as erased
          where erased.entry_id = entry.id), reference) as reference,
        reverses, request_id, group_id, entered_alone_by,
        exists (select from erased_credit_entries as erased
          where erased.entry_id = entry.id) as is_erased
      from credit_entries as entry;
  `.execute(db)

/** Lists read the logs through two views. Searches use the indexes of the stored texts. */
const readLogsThroughView = (db: MigrationDb) =>
  sql`
    create or replace view log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, target_type,
        target_id, fault, changes, cause, search_text, store_id,
        (log_field_names(stored_changes) collate "C") as changed_fields, stored_changes, is_erased
      from readable_audit where store_id is not null;
    create or replace view platform_log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, target_type,
        target_id, fault, changes, cause, search_text,
        (log_field_names(stored_changes) collate "C") as changed_fields, stored_changes, is_erased
      from readable_audit where store_id is null;
  `.execute(db)
