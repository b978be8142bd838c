import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshStoreCounts } from './counts.ts'
import { refreshStores } from './refreshStores.ts'
import { lockMemberCounts, lockMemberGroups } from './memberCounts.ts'

const statsLock = sql`hashtext('store figures')`

/** The number of stores locked at once, so that others don't wait long for one of them. */
const storesPerBatch = 100

/**
 * Refreshes the stats of all stores, since days pass and orders arrive. Does nothing while another
 * process does it.
 */
export async function refreshStoreStats({ db, now }: Platform): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${statsLock}) as taken`.execute(connection)
    if (!rows[0]?.taken) return
    try {
      await refreshMarkedStores(connection, now())
      const { rows: all } = await sql<StoreId>`select id from stores order by id`.execute(
        connection,
      )
      for (const ids of splitIntoBatches(all))
        await connection.transaction().execute((trx) => lockAndRefresh(trx, now(), ids))
      await refreshStoreCounts(connection)
    } finally {
      await sql`select pg_advisory_unlock(${statsLock})`.execute(connection)
    }
  })
}

/**
 * Refreshes stores that other writers marked without recomputing them, a batch at a time. Skips
 * marks that another process has taken.
 */
export async function refreshMarkedStores(connection: Connection, now: Date): Promise<void> {
  // A separate chore refreshes alerts, so their marks are only deleted.
  await buildTakeMarksQuery(sql`for_alerts`).execute(connection)
  // Turns a mark for all stores into one mark per store.
  await sql`
    with taken as (${buildTakeMarksQuery(sql`store_id is null and not for_alerts`)})
    insert into store_marks (store_id) select id from stores where exists (select from taken)`.execute(
    connection,
  )
  const { rows: marked } = await sql<StoreId>`
    select distinct store_id as id from store_marks where store_id is not null order by 1`.execute(
    connection,
  )
  for (const ids of splitIntoBatches(marked))
    await connection.transaction().execute(async (trx) => {
      const { rows } = await buildTakeMarksQuery(matchesIds('storeId', ids)).execute(trx)
      await lockAndRefresh(trx, now, [...new Set(rows.map(({ id }) => id))])
    })
}

const buildTakeMarksQuery = (which: RawBuilder<unknown>) => sql<StoreId>`
  delete from store_marks where ctid = any(array(
    select ctid from store_marks where ${which} for update skip locked))
  returning store_id as id`

/** Locks the stores and their groups until the transaction ends, then refreshes them. */
async function lockAndRefresh(trx: Connection, now: Date, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await lockMemberGroups(trx, ids)
  await lockMemberCounts(trx, 'stores', ids)
  await refreshStores(trx, now, ids)
}

type StoreId = { id: number }

const splitIntoBatches = (stores: readonly StoreId[]): number[][] =>
  Array.from({ length: Math.ceil(stores.length / storesPerBatch) }, (_, index) =>
    stores.slice(index * storesPerBatch, (index + 1) * storesPerBatch).map(({ id }) => id),
  )
