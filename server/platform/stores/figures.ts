import { sql } from 'kysely'
import type { Connection } from '../schema.ts'
import { among } from '../records/inScope.ts'
import { refreshCounts, refreshGroups, refreshOrganisations } from './counts.ts'
import { refreshReadiness } from './readinessFigures.ts'
import type { StoreIds } from '../records/inScope.ts'

/**
 * Works out anew what stores, their organisations and member groups show besides their own fields: counts, states of
 * integrations, last activity, readiness. None of it is a change of a record, so that versions stay; `storeIds` null is
 * all stores.
 */
export async function refreshStoreFigures(
  connection: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<void> {
  await refreshStores(connection, now, storeIds)
  await refreshOrganisations(connection, await organisationsOf(connection, storeIds))
}

/** The same without the organisations. */
export async function refreshStores(
  connection: Connection,
  now: Date,
  storeIds: StoreIds,
): Promise<void> {
  await refreshGroups(connection, storeIds)
  await refreshCounts(connection, now, storeIds)
  await refreshReadiness(connection, storeIds)
}

async function organisationsOf(connection: Connection, storeIds: StoreIds): Promise<StoreIds> {
  if (storeIds === null) return null
  const { rows } = await sql<{ id: number }>`
    select distinct organisation_id as id from stores
    where organisation_id is not null and ${among('id', storeIds)}`.execute(connection)
  return rows.map(({ id }) => id)
}
