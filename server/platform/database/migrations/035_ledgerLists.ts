import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearch } from './tables.ts'

/** Ledger and logs are lists like others: a kept search text, and sorted for all stores. Logs of stores are `audit` rows that name one. */
export const ledgerLists: Migration = {
  async up(db) {
    await addSearch(db, 'credit_entries', ['reason', 'issued_by'])
    await sql`create index credit_entries_entered_at_sort_idx on credit_entries (entered_at, id)`.execute(
      db,
    )
    await addSearch(db, 'audit', ['event', 'actor', 'label', 'ip', 'request_id'])
    await sql`alter table audit alter column changes set default '{}'`.execute(db)
    await sql`create view log_entries as
      select id, time, severity, stream, event, actor, label, result, ip, request_id, store_id,
        target_type, target_id, fault, changes, cause, search_text
      from audit where store_id is not null`.execute(db)
  },
}
