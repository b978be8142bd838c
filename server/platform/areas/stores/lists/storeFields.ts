import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreList } from '#shared/engine/storeList.ts'
import type { StoreListChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import { checkChanges } from '#server/platform/core/bulk/checkChanges.ts'
import { createUpdateJob } from '#server/platform/core/bulk/updateJob.ts'
import type { BatchInput } from '#server/platform/core/bulk/updateJob.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import type { StoreAssignment } from '../assignCall.ts'
import { smtpAssignment, themeAssignment } from '../assignments.ts'
import type { CheckedStore } from './checkStoreListChange.ts'
import type { StoreEntry } from './findStores.ts'
import { storeListMessages } from './messages.ts'

type StoreFieldChange = { list: StoreList; change: StoreListChange; found: readonly StoreEntry[] }

const fieldBatchSize = 500

const getAssignment = ({ name }: ResourceModule): StoreAssignment | undefined =>
  [smtpAssignment, themeAssignment].find(({ resource }) => resource.name === name)

/** Determines the outcome for each store whose field is set to this record, or cleared. */
export async function checkStoreFieldChanges(
  resource: ResourceModule,
  context: WriteContext,
  record: AnyRecord,
  { list, change, found }: StoreFieldChange,
): Promise<CheckedStore[]> {
  const error = change === 'add' ? getAssignment(resource)?.findError?.(record) : null
  if (error) throw invalidState(error)
  const name = getLabel(resource, record)
  const scoped = limitToCaller(context.caller, getResourceModule('stores'))
  const checked: CheckedStore[] = []
  for (let start = 0; start < found.length; start += fieldBatchSize) {
    const batch = found.slice(start, start + fieldBatchSize)
    const changes = batch.map(({ id, version }) => ({
      id,
      version,
      getChanges: (before: AnyRecord) => getFieldChanges(before, list, { id: record.id, change }),
    }))
    const checkedById = new Map(
      (await checkChanges(scoped, context, changes, {})).map((one) => [one.id, one]),
    )
    checked.push(
      ...batch.map((store): CheckedStore => {
        const one = checkedById.get(store.id)
        if (!one || one.rejection !== null)
          return {
            ...store,
            outcome: 'refused',
            sentence: one?.rejection ?? storeListMessages.gone,
          }
        if (Object.keys(one.values).length > 0) {
          const previousId = one.before?.[list.field]
          return {
            ...store,
            outcome: 'changed',
            sentence: null,
            previousId: typeof previousId === 'number' ? previousId : null,
          }
        }
        const sentence =
          change === 'add' ? storeListMessages.alreadyIn(name) : storeListMessages.notIn(name)
        return { ...store, outcome: 'unchanged', sentence }
      }),
    )
  }
  return checked
}

function getFieldChanges(
  before: AnyRecord,
  { field }: StoreList,
  { id, change }: { id: number; change: StoreListChange },
) {
  if (change === 'add') return { [field]: id }
  return before[field] === id ? { [field]: null } : {}
}

/**
 * Returns the job that changes these stores and its input. The same job changes a field of many
 * stores.
 */
export function createStoreFieldJob(
  { field }: StoreList,
  { id, change }: { id: number; change: StoreListChange },
): { kind: JobKind; input: BatchInput } {
  return {
    kind: createUpdateJob(getResourceModule('stores')),
    input: { values: { [field]: change === 'add' ? id : null } },
  }
}

/** Finds which records the stores use now, and whether emails will wait. */
export async function findStoreFieldWarnings(
  resource: ResourceModule,
  { trx, caller }: WriteContext,
  record: AnyRecord,
  { list, change, found }: StoreFieldChange,
): Promise<string[]> {
  if (change === 'remove') {
    const { inherits, leavesBlueprint } = storeListMessages
    return [(getAssignment(resource) ? inherits : leavesBlueprint)(found.length)]
  }
  const own = sql.ref(`stores.${list.field}`)
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<{ name: string; count: number }>`
    select ${sql.ref(`former.${resource.relations.label}`)} as name, count(*)::int as count
    from ${getVisibleRows(stores, caller.storeIds)} join ${sql.table(resource.name)} as former on former.id = ${own}
    where ${matchesIds('stores.id', ids)} group by 1 order by 2 desc, 1 limit 5`.execute(trx)
  const { state } = record
  const waits = state !== undefined && state !== 'active' && state !== 'degraded'
  return [
    ...rows.map(({ name, count }) => storeListMessages.replaces(name, count)),
    ...(waits ? [storeListMessages.waits(getLabel(resource, record), ids.length)] : []),
  ]
}
