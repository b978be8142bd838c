import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import type { StoreList } from '#shared/engine/storeList.ts'
import type { StoreListChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { validationFailed, invalidState } from '#server/platform/core/platform/httpError.ts'
import { authorizeWrite } from '#server/platform/core/records/authorizeWrite.ts'
import { requireInheritedWriteAccess } from '#server/platform/core/records/storeScope.ts'
import type { ScopedResource } from '#server/platform/core/records/storeScope.ts'
import { validateRecords } from '#server/platform/core/records/resourceHooks.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { storeListMessages } from './messages.ts'

/** An entry of a list: the ID of a store, or its line in a map. */
export type StoreListEntry = number | string

/** No store has this ID, so a list of it contains no store. An empty list may mean all stores. */
const noStoreIds = [0]

type RequestedChange = {
  list: StoreList
  change: StoreListChange
  entries: readonly StoreListEntry[]
  /**
   * Whether the list may become empty, which makes the record apply to all stores. Set by an undo,
   * if the record did so before.
   */
  canEmpty?: boolean
}

export const getEntries = (record: AnyRecord, { field }: StoreList): StoreListEntry[] => {
  const { [field]: entries } = record
  // IDs or lines, as the field stores them.
  return Array.isArray(entries) ? (entries as StoreListEntry[]) : []
}

/**
 * Returns the changed list. Throws if the caller can't make the change. `isPlan` skips checks that
 * need locks.
 */
export async function prepareStoreList(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  before: AnyRecord,
  { list, change, entries, canEmpty = false }: RequestedChange,
  { isPlan }: { isPlan: boolean },
): Promise<StoreListEntry[]> {
  const { kind, field } = list
  const currentEntries = getEntries(before, list)
  const changed = new Set(entries)
  const next =
    change === 'add'
      ? [...currentEntries, ...changed]
      : currentEntries.filter((one) => !changed.has(one))
  const isEmptied = next.length === 0 && currentEntries.length > 0
  if (isEmptied && resource.fields[field]?.emptyLabel !== undefined && !canEmpty)
    throw invalidState(storeListMessages.lastStore(resource))
  if (next.length > limits.storeReferences) throw invalidState(storeListMessages.full)
  requireInheritedWriteAccess(resource)
  resource.hooks.assertEditable?.(before)
  await authorizeWrite(resource, context, { before, values: { [field]: next } })
  if (kind === 'pairs' || (change === 'add' && !isPlan)) {
    const values = { [field]: kind === 'ids' ? [...changed] : next }
    const options = { changed: { befores: [before], caller: context.caller } }
    const [errors = {}] = await validateRecords(
      resource,
      context.platform,
      context.trx,
      [values],
      options,
    )
    if (Object.keys(errors).length > 0) throw validationFailed(errors)
  }
  return next
}

/**
 * Adds entries to the list of a locked record, or removes them, in one transaction with its log
 * entry. Hooks get only the affected stores, so that a list of 20,000 stores can change in parts
 * without processing all of it each time.
 */
export async function updateStoreList(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  before: AnyRecord,
  requestedChange: RequestedChange,
): Promise<AnyRecord> {
  const { list, change, entries } = requestedChange
  const { kind, field } = list
  const { trx, now, caller, audit } = context
  const next = await prepareStoreList(resource, context, before, requestedChange, { isPlan: false })
  const currentEntries = getEntries(before, list)
  const stamp = { version: before.version + 1, updatedAt: now, updatedBy: caller.email }
  await withRecordTables(trx)
    .updateTable(resource.name)
    .set({ [field]: next, ...stamp })
    .where('id', '=', before.id)
    .execute()
  const after: AnyRecord = { ...before, ...stamp, [field]: next }
  const [removed, added] = change === 'add' ? [[], [...entries]] : [[...entries], []]
  await audit({
    event: `${resource.name}.${change === 'add' ? 'storesAdded' : 'storesRemoved'}`,
    target: toAuditTarget(resource, after),
    before: { [field]: removed },
    after: { [field]: added },
  })
  const affectsAllStores = kind === 'pairs' || currentEntries.length === 0 || next.length === 0
  const toAffectedList = (entryIds: StoreListEntry[]) =>
    entryIds.length > 0 ? entryIds : noStoreIds
  const [afterPart, beforePart] = affectsAllStores
    ? [after, before]
    : [
        { ...after, [field]: toAffectedList(added) },
        { ...before, [field]: toAffectedList(removed) },
      ]
  await resource.hooks.afterWrite?.(context, [afterPart], [beforePart])
  return after
}
