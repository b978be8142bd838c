import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import type { StoreList } from '#shared/areas/stores/lists/storeList.ts'
import type { StoreChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { invalid, notPossible } from '#server/platform/core/platform/refusal.ts'
import { admit } from '#server/platform/core/records/admitted.ts'
import { refuseLimited } from '#server/platform/core/records/inScope.ts'
import type { Scoped } from '#server/platform/core/records/inScope.ts'
import { wrongIn } from '#server/platform/core/records/settled.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { storeListMessages as say } from './messages.ts'

/** An entry of a list: the ID of a store, or its line in a map. */
export type Entry = number | string

/** No store has this ID, so that a list of it names none; an empty list may mean all stores. */
const noStore = [0]

type ListChange = {
  list: StoreList
  change: StoreChange
  entries: readonly Entry[]
  /** Removing the last entries may make the record one for all stores again: an undo, where it was that before. */
  mayEmpty?: boolean
}

export const getEntries = (record: AnyRecord, { field }: StoreList): Entry[] => {
  const { [field]: entries } = record
  return Array.isArray(entries) ? (entries as Entry[]) : [] // IDs or lines, as the field stores them.
}

/** The list as it would be; throws why the caller may not change it so. `isPlan` leaves out what only the writing of it has to lock. */
export async function prepareStoreList(
  resource: Scoped<Kept>,
  work: Work,
  before: AnyRecord,
  { list, change, entries, mayEmpty = false }: ListChange,
  { isPlan }: { isPlan: boolean },
): Promise<Entry[]> {
  const { kind, field } = list
  const held = getEntries(before, list)
  const changed = new Set(entries)
  const next = change === 'add' ? [...held, ...changed] : held.filter((one) => !changed.has(one))
  const isEmptied = next.length === 0 && held.length > 0
  if (isEmptied && resource.fields[field]?.none !== undefined && !mayEmpty)
    throw notPossible(say.lastStore(resource))
  if (next.length > limits.storeReferences) throw notPossible(say.full)
  refuseLimited(resource)
  resource.consequence?.refuse?.(before)
  await admit(resource, work, { before, values: { [field]: next } })
  if (kind === 'pairs' || (change === 'add' && !isPlan)) {
    const values = { [field]: kind === 'ids' ? [...changed] : next }
    const told = { changed: { befores: [before], caller: work.caller } }
    const [errors = {}] = await wrongIn(resource, work.platform, work.trx, [values], told)
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
  return next
}

/**
 * Adds entries to the list of a locked record, or removes them, in one transaction with its log event. What follows is told of these
 * stores only, so that a list of 20,000 is changed in parts without working through all of it each time.
 */
export async function changeStoreList(
  resource: Scoped<Kept>,
  work: Work,
  before: AnyRecord,
  asked: ListChange,
): Promise<AnyRecord> {
  const { list, change, entries } = asked
  const { kind, field } = list
  const { trx, now, caller, audit } = work
  const next = await prepareStoreList(resource, work, before, asked, { isPlan: false })
  const held = getEntries(before, list)
  const stamp = { version: before.version + 1, updatedAt: now, updatedBy: caller.email }
  await recordTables(trx)
    .updateTable(resource.name)
    .set({ [field]: next, ...stamp })
    .where('id', '=', before.id)
    .execute()
  const after: AnyRecord = { ...before, ...stamp, [field]: next }
  const [gone, come] = change === 'add' ? [[], [...entries]] : [[...entries], []]
  await audit({
    event: `${resource.name}.${change === 'add' ? 'storesAdded' : 'storesRemoved'}`,
    target: targetOf(resource, after),
    before: { [field]: gone },
    after: { [field]: come },
  })
  const isWhole = kind === 'pairs' || held.length === 0 || next.length === 0
  const part = (some: Entry[]) => (some.length > 0 ? some : noStore)
  const [told, was] = isWhole
    ? [after, before]
    : [
        { ...after, [field]: part(come) },
        { ...before, [field]: part(gone) },
      ]
  await resource.consequence?.settle(work, [told], [was])
  return after
}
