import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { vi } from 'vitest'
import type { Connection, Database } from '#server/platform/database/schema.ts'

/**
 * Holds something in a transaction, begins what wants it, and goes on once that waits; answers what came of what was begun.
 * Needs a database that takes several transactions at once.
 */
export async function doWhileHeld<Ended>(
  db: Kysely<Database>,
  {
    hold,
    begin,
    goOn,
  }: {
    hold: (trx: Connection) => Promise<unknown>
    begin: () => Promise<Ended>
    goOn: (trx: Connection) => Promise<unknown>
  },
): Promise<Ended> {
  // In an object: what a transaction answers is waited for before it ends.
  const { begun } = await db.transaction().execute(async (trx) => {
    await hold(trx)
    const begun = begin()
    await vi.waitUntil(async () => (await howManyWait(db)) > 0, { timeout: 10_000 })
    await goOn(trx)
    return { begun }
  })
  return begun
}

/** How many wait in this database for what others hold. */
export async function howManyWait(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows.length
}
