import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreList } from '#shared/areas/stores/lists/storeList.ts'
import type { StoreChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import { checkChanges } from '#server/platform/core/bulk/checkChanges.ts'
import { changeMany } from '#server/platform/core/bulk/recordJob.ts'
import type { ManyInput } from '#server/platform/core/bulk/recordJob.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import { mailAssignment } from '#server/platform/areas/email/mailCalls.ts'
import { among, rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import type { Given } from '../assignCall.ts'
import { keptStores } from '../consequences.ts'
import { themeAssignment } from '#server/platform/areas/themes/themeCalls.ts'
import type { CheckedStore } from './checkStores.ts'
import type { FoundStore } from './findStores.ts'
import { storeListMessages as say } from './messages.ts'

type Asked = { list: StoreList; change: StoreChange; found: readonly FoundStore[] }

const inBatch = 500

const getAssignment = ({ name }: Kept): Given | undefined =>
  [mailAssignment, themeAssignment].find(({ resource }) => resource.name === name)

/** What would become of each store whose field is to name this record, or nothing. */
export async function checkStoreFields(
  resource: Kept,
  work: Work,
  record: AnyRecord,
  { list, change, found }: Asked,
): Promise<CheckedStore[]> {
  const refusal = change === 'add' ? getAssignment(resource)?.refuse?.(record) : null
  if (refusal) throw notPossible(refusal)
  const name = labelOf(resource, record)
  const scoped = scopedTo(work.caller, keptStores)
  const checked: CheckedStore[] = []
  for (let at = 0; at < found.length; at += inBatch) {
    const some = found.slice(at, at + inBatch)
    const changes = some.map(({ id, version }) => ({
      id,
      version,
      becomes: (before: AnyRecord) => becomes(before, list, { id: record.id, change }),
    }))
    const looked = new Map(
      (await checkChanges(scoped, work, changes, {})).map((one) => [one.id, one]),
    )
    checked.push(
      ...some.map((store): CheckedStore => {
        const one = looked.get(store.id)
        if (!one || one.refused !== null)
          return { ...store, outcome: 'refused', sentence: one?.refused ?? say.gone }
        if (Object.keys(one.values).length > 0) {
          const former = one.before?.[list.field]
          return {
            ...store,
            outcome: 'changed',
            sentence: null,
            former: typeof former === 'number' ? former : null,
          }
        }
        const sentence = change === 'add' ? say.alreadyIn(name) : say.notIn(name)
        return { ...store, outcome: 'unchanged', sentence }
      }),
    )
  }
  return checked
}

function becomes(
  before: AnyRecord,
  { field }: StoreList,
  { id, change }: { id: number; change: StoreChange },
) {
  if (change === 'add') return { [field]: id }
  return before[field] === id ? { [field]: null } : {}
}

/** The job that changes these stores, and what it is given: the same one that changes a field of many stores. */
export function storeFieldJob(
  { field }: StoreList,
  { id, change }: { id: number; change: StoreChange },
): { kind: JobKind; input: ManyInput } {
  return {
    kind: changeMany(keptStores),
    input: { values: { [field]: change === 'add' ? id : null } },
  }
}

/** What the stores use instead of before. */
export async function warnOfStoreFields(
  resource: Kept,
  { trx, caller }: Work,
  record: AnyRecord,
  { list, change, found }: Asked,
): Promise<string[]> {
  if (change === 'remove') return [say.inherits(found.length)]
  const own = sql.ref(`stores.${list.field}`)
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<{ name: string; count: number }>`
    select ${sql.ref(`former.${resource.label}`)} as name, count(*)::int as count
    from ${rowsOf(stores, caller.storeIds)} join ${sql.table(resource.name)} as former on former.id = ${own}
    where ${among('stores.id', ids)} group by 1 order by 2 desc, 1 limit 5`.execute(trx)
  const { state } = record
  const waits = state !== undefined && state !== 'active' && state !== 'degraded'
  return [
    ...rows.map(({ name, count }) => say.replaces(name, count)),
    ...(waits ? [say.waits(labelOf(resource, record), ids.length)] : []),
  ]
}
