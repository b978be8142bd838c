import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import type { StoreList } from '#shared/engine/storeList.ts'
import type { StoreListChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import type { FindStoreErrors } from '#server/platform/core/area/area.ts'
import { getRegisteredAreas } from '#server/platform/core/area/registerAreas.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { getEntries } from './updateStoreList.ts'
import type { StoreEntry } from './findStores.ts'
import { getPairsByStoreCode } from './findStores.ts'
import { storeListMessages } from './messages.ts'

export type CheckedStore = StoreEntry & {
  outcome: 'changed' | 'unchanged' | 'refused'
  sentence: string | null
  /** The record that the store referred to before, if the list is a field of stores. */
  previousId?: number | null
}

/**
 * Determines the outcome for each store that is added to a record's list, or removed from it. Used
 * by plans and jobs.
 */
export async function checkStoreListChange(
  resource: ResourceModule & Resource,
  { trx }: Pick<WriteContext, 'trx'>,
  record: AnyRecord,
  {
    list,
    change,
    found,
  }: { list: StoreList; change: StoreListChange; found: readonly StoreEntry[] },
): Promise<CheckedStore[]> {
  const entryIds = new Set(getEntries(record, list))
  const pairs = getPairsByStoreCode(record, list)
  const isInList = ({ id, code }: StoreEntry) =>
    list.kind === 'pairs' ? pairs.has(code) : entryIds.has(id)
  const name = getLabel(resource, record)
  const unlistedIds = found.filter((store) => !isInList(store)).map(({ id }) => id)
  const errors =
    change === 'add' && unlistedIds.length > 0
      ? await getStoreErrorFinder(resource)?.(trx, record, unlistedIds)
      : undefined
  const mappedStores = new Map(
    [...pairs].flatMap(([code, line]) =>
      parsePrintfulStorePairs([line]).map((one) => [one.theirs, code] as const),
    ),
  )
  return found.map((store): CheckedStore => {
    if (change === 'remove') {
      const entry = list.kind === 'pairs' ? (pairs.get(store.code) ?? '') : store.id
      if (isInList(store)) return { ...store, entry, outcome: 'changed', sentence: null }
      return { ...store, outcome: 'unchanged', sentence: storeListMessages.notIn(name) }
    }
    if (isInList(store)) {
      const pair = pairs.get(store.code)
      if (pair !== undefined && pair !== store.entry)
        return { ...store, outcome: 'refused', sentence: storeListMessages.otherPair(pair) }
      return { ...store, outcome: 'unchanged', sentence: storeListMessages.alreadyIn(name) }
    }
    const error = errors?.get(store.id) ?? findPairError(store, mappedStores)
    if (error) return { ...store, outcome: 'refused', sentence: error }
    return { ...store, outcome: 'changed', sentence: null }
  })
}

const getStoreErrorFinder = ({ name }: Resource): FindStoreErrors | undefined =>
  getRegisteredAreas().flatMap(({ storeErrors }) => storeErrors?.[name] ?? [])[0]

/**
 * Rejects a Printful store that is already mapped. Adds the pair to `mapped`, so that two rows of
 * one plan can't use the same store.
 */
function findPairError({ entry }: StoreEntry, codesByStore: Map<number, string>): string | null {
  const [pair] = parsePrintfulStorePairs([entry])
  if (!pair) return null
  const other = codesByStore.get(pair.theirs)
  if (other !== undefined) return storeListMessages.pairTaken(pair.theirs, other)
  codesByStore.set(pair.theirs, pair.ours)
  return null
}
