import { sql } from 'kysely'
import { explainStoreFilter } from '#shared/areas/alertChannels/explainStoreFilter.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { buildSelectionCondition } from '#server/platform/core/records/list/selection.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** The stores that match a filter; null if the list of stores can't use it, with the reason. */
type StoreMatch = { storeIds: number[]; problem: null } | { storeIds: null; problem: string }

/**
 * Finds which of these stores match a rule's filter now. Relative dates count from `now`, in UTC,
 * since a rule has no viewer.
 */
export async function matchStoreFilter(
  connection: Connection,
  filter: string,
  { storeIds, now }: { storeIds: readonly number[]; now: Date },
): Promise<StoreMatch> {
  const problem = explainStoreFilter(filter)
  if (problem !== null) return { storeIds: null, problem }
  const allStores = limitToCaller({ storeIds: null }, getResourceModule(stores.name))
  try {
    const isMatch = await buildSelectionCondition(connection, allStores, { query: filter }, now)
    const { rows } = await sql<{ id: number }>`
      select id from ${getVisibleRows(allStores, null)}
      where ${matchesIds('id', storeIds)} and ${isMatch} order by id`.execute(connection)
    return { storeIds: rows.map(({ id }) => id), problem: null }
  } catch (error) {
    if (!(error instanceof HttpError && error.problem.status === 400)) throw error
    return { storeIds: null, problem: error.problem.detail }
  }
}
