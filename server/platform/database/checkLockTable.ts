import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Connection } from './schema.ts'

type LockTable = { slots: number; sessions: number; statementLocks: number }

/**
 * Logs a warning if PostgreSQL's lock table is too small. A statement without a time locks every
 * month of a table and all their indexes, and fails once all slots are taken. `connections` is how
 * many statements can run at once. Runs at the start, because that's when a setting was changed or
 * months were added; it reads only the catalog.
 */
export async function checkLockTable(
  { db, log }: { db: Connection; log: Logger },
  connections: number,
): Promise<void> {
  const { rows } = await sql<LockTable>`
    select current_setting('max_locks_per_transaction')::int as slots,
      current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as sessions,
      coalesce((
        select max(locks) from (
          select count(distinct months.inhrelid) + count(indexes.indexrelid) as locks
          from pg_inherits as months left join pg_index as indexes on indexes.indrelid = months.inhrelid
          where months.inhparent in (select partrelid from pg_partitioned_table)
          group by months.inhparent) as statements), 0)::int as statement_locks`.execute(db)
  const [lockTable] = rows
  if (!lockTable) return
  const { slots, sessions, statementLocks } = lockTable
  const neededSlots = Math.ceil((statementLocks * connections) / sessions)
  if (neededSlots <= slots) return
  // Months are added, so a bit more lasts for a while.
  const suggestion = 2 ** Math.ceil(Math.log2(neededSlots * 1.25))
  log.warn(
    { slots, neededSlots },
    `PostgreSQL may run out of locks if many lists are read at once, and calls would fail. Set max_locks_per_transaction to ${suggestion} in PostgreSQL's settings, and restart it`,
  )
}
