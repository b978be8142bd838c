import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import type { StoreList } from '#shared/engine/storeList.ts'
import type { StoreListChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import { getRejectionDetail } from '#server/platform/core/bulk/checkChanges.ts'
import { defineBatchJob } from '#server/platform/core/jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowContext } from '#server/platform/core/jobs/jobs.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadUnlabeledRecord } from '#server/platform/core/records/loadRecord.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { updateStoreList } from './updateStoreList.ts'
import type { StoreListEntry } from './updateStoreList.ts'
import { checkStoreListChange } from './checkStoreListChange.ts'
import type { StoreEntry } from './findStores.ts'
import { storeListMessages } from './messages.ts'

/**
 * The input of a job: the record, the change, and whether the record applied to all stores before.
 */
export type StoreJobInput = { id: number; change: StoreListChange; wasForAll: boolean }
/** The input of a job row. */
type StoreJobRow = { entry: StoreListEntry }

const oppositeChange = { add: 'remove', remove: 'add' } as const satisfies Record<
  StoreListChange,
  StoreListChange
>

/**
 * Creates the kind of job that adds stores to a record's list, or removes them, one store per row.
 */
export function createStoreListJob(resource: ResourceModule): JobKind {
  const list = findStoreList(resource)
  if (!list || list.kind === 'store') throw new Error(`${resource.name} has no list of stores`)
  return defineBatchJob(
    { name: `${resource.name}.stores`, permission: `${resource.permission}:write` },
    {
      perform: (context, rows) => changeStoreRows(resource, context, rows, { list, isUndo: false }),
      undo: (context, rows) => changeStoreRows(resource, context, rows, { list, isUndo: true }),
    },
  )
}

type StoreChangeOptions = { list: StoreList; isUndo: boolean }

async function changeStoreRows(
  resource: ResourceModule,
  context: RowContext,
  rows: readonly JobRow[],
  { list, isUndo }: StoreChangeOptions,
): Promise<RowResult[]> {
  // As saved when the job was created.
  const { id, change: requestedChange, wasForAll } = context.job.input as StoreJobInput
  const change = isUndo ? oppositeChange[requestedChange] : requestedChange
  const { trx } = context
  const scoped = limitToCaller(context.caller, resource)
  const record = await loadUnlabeledRecord(trx, scoped, id, { lock: true })
  const storesById = await loadRowStores(context, rows)
  const known = rows.flatMap((row) => storesById.get(Number(row.targetId)) ?? [])
  const checked = await checkStoreListChange(resource, context, record, {
    list,
    change,
    found: known,
  })
  const changed = checked.filter(({ outcome }) => outcome === 'changed')
  const entries = changed.map(({ entry }) => entry)
  const canEmpty = isUndo && wasForAll
  let rejection: string | null = null
  if (entries.length > 0) {
    await sql`savepoint before_stores`.execute(trx)
    try {
      await updateStoreList(scoped, context, record, { list, change, entries, canEmpty })
    } catch (error) {
      rejection = getRejectionDetail(error)
      // One store may be the cause, so the job retries each row separately.
      if (changed.length > 1) throw error
      await sql`rollback to savepoint before_stores`.execute(trx)
    }
  }
  const byId = new Map(checked.map((one) => [one.id, one]))
  return rows.map((row): RowResult => {
    const one = byId.get(Number(row.targetId))
    if (!one) return { outcome: 'refused', sentence: storeListMessages.gone }
    if (one.outcome !== 'changed') return { outcome: one.outcome, sentence: one.sentence }
    if (rejection !== null) return { outcome: 'refused', sentence: rejection }
    return { outcome: 'done', sentence: null, undoData: { entry: one.entry } satisfies StoreJobRow }
  })
}

/** Loads the stores of these rows that the job's account can still see. */
async function loadRowStores(
  { trx, caller }: RowContext,
  rows: readonly JobRow[],
): Promise<Map<number, StoreEntry>> {
  const ids = rows.map(({ targetId }) => Number(targetId))
  const storeRows = await sql<Omit<StoreEntry, 'entry'>>`
    select id, name as label, code, version from ${getVisibleRows(stores, caller.storeIds)}
    where id = any(${ids}::int[])`.execute(trx)
  const byId = new Map(storeRows.rows.map((store) => [store.id, store]))
  return new Map(
    rows.flatMap(({ targetId, input }) => {
      const store = byId.get(Number(targetId))
      const { entry } = input as StoreJobRow // As the plan saved it, or the row's undo data.
      return store ? [[store.id, { ...store, entry }] as const] : []
    }),
  )
}
