import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { vi } from 'vitest'
import type { Connection, Database } from '#server/platform/database/schema.ts'

/**
 * Locks something in a transaction, starts work that needs it, and continues the transaction once
 * the work waits. Returns the result of the work. Needs a database with concurrent transactions.
 */
export async function runWhileLocked<Ended>(
  db: Kysely<Database>,
  {
    lock: hold,
    start: begin,
    proceed: goOn,
  }: {
    lock: (trx: Connection) => Promise<unknown>
    start: () => Promise<Ended>
    proceed: (trx: Connection) => Promise<unknown>
  },
): Promise<Ended> {
  // Returns an object, because a transaction would wait for a promise before it ends.
  const { begun } = await db.transaction().execute(async (trx) => {
    await hold(trx)
    const begun = begin()
    await vi.waitUntil(async () => (await countWaiting(db)) > 0, { timeout: 10_000 })
    await goOn(trx)
    return { begun }
  })
  return begun
}

/** Counts the sessions that wait for a lock in this database. */
export async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows.length
}
