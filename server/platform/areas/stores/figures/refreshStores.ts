import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import type { StoreCountIds } from './counts.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import { findRecordsToRecount, refreshStoreActivity, refreshStoreCounts } from './counts.ts'
import { refreshMemberCounts } from './memberCounts.ts'
import { refreshReadiness } from './readiness.ts'

/**
 * Recomputes the derived values of stores, and the counts of stores. Versions don't change.
 * `storeIds` null means all stores.
 */
export async function refreshStoresAndCounts(
  connection: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<void> {
  await refreshStores(connection, now, storeIds)
  await refreshStoreCounts(
    connection,
    storeIds ? await findStoreCounts(connection, storeIds) : undefined,
  )
}

/**
 * Refreshes stores without the counts of stores. During other writes, the caller must lock groups
 * and stores.
 */
export async function refreshStores(
  connection: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<void> {
  await refreshMemberCounts(connection, storeIds)
  await refreshStoreActivity(connection, now, storeIds)
  await refreshReadiness(connection, storeIds)
}

async function findStoreCounts(connection: Connection, storeIds: StoreIds): Promise<StoreCountIds> {
  const { rows } = await sql<Record<string, unknown>>`
    select distinct organisation_id, theme_id from stores where ${matchesIds('id', storeIds)}`.execute(
    connection,
  )
  return findRecordsToRecount([], rows)
}
