import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import type { StoreCounts } from './counts.ts'
import { among } from '#server/platform/core/records/inScope.ts'
import { countsMoved, refreshCounts, refreshStoreCounts } from './counts.ts'
import { countMembers } from './memberCounts.ts'
import { refreshReadiness } from './readinessFigures.ts'
import type { StoreIds } from '#server/platform/core/records/inScope.ts'

/** Works out anew what stores and what counts them show besides fields; no versions change. `storeIds` null is all stores. */
export async function refreshStoreFigures(
  connection: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<void> {
  await refreshStores(connection, now, storeIds)
  await refreshStoreCounts(connection, storeIds ? await countsOf(connection, storeIds) : undefined)
}

/** The same without what counts stores. Where others write, groups and stores must be held. */
export async function refreshStores(
  connection: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<void> {
  await countMembers(connection, storeIds)
  await refreshCounts(connection, now, storeIds)
  await refreshReadiness(connection, storeIds)
}

async function countsOf(connection: Connection, storeIds: StoreIds): Promise<StoreCounts> {
  const { rows } = await sql<Record<string, unknown>>`
    select distinct organisation_id, theme_id from stores where ${among('id', storeIds)}`.execute(
    connection,
  )
  return countsMoved([], rows)
}
