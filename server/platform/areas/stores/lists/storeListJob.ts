import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { findStoreList } from '#shared/areas/stores/lists/storeList.ts'
import type { StoreList } from '#shared/areas/stores/lists/storeList.ts'
import type { StoreChange } from '#shared/areas/stores/lists/storeListCalls.ts'
import { sentenceOf } from '#server/platform/core/bulk/checkChanges.ts'
import { defineManyJob } from '#server/platform/core/jobs/jobs.ts'
import type { JobKind, JobRow, RowResult, RowWork } from '#server/platform/core/jobs/jobs.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRow } from '#server/platform/core/records/read.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import { changeStoreList } from './changeStoreList.ts'
import type { Entry } from './changeStoreList.ts'
import { checkStores } from './checkStores.ts'
import type { FoundStore } from './findStores.ts'
import { storeListMessages as say } from './messages.ts'

/** What a job does: to which record, and whether that was for all stores before. */
export type StoreJobInput = { id: number; change: StoreChange; wasForAll: boolean }
/** What a row knows of its store. */
export type StoreRow = { entry: Entry }

const opposite = { add: 'remove', remove: 'add' } as const satisfies Record<
  StoreChange,
  StoreChange
>

/** The kind of job that adds stores to a record's list, or removes them; its rows are the stores. */
export function storeListJob(resource: Kept): JobKind {
  const list = findStoreList(resource)
  if (!list || list.kind === 'store') throw new Error(`${resource.name} has no list of stores`)
  return defineManyJob(
    { name: `${resource.name}.stores`, needs: `${resource.permission}:write` },
    {
      perform: (work, rows) => changeRows(resource, work, rows, { list, isUndo: false }),
      undo: (work, rows) => changeRows(resource, work, rows, { list, isUndo: true }),
    },
  )
}

type Manner = { list: StoreList; isUndo: boolean }

async function changeRows(
  resource: Kept,
  work: RowWork,
  rows: readonly JobRow[],
  { list, isUndo }: Manner,
): Promise<RowResult[]> {
  const { id, change: asked, wasForAll } = work.job.input as StoreJobInput // As it was kept when the job began.
  const change = isUndo ? opposite[asked] : asked
  const { trx } = work
  const scoped = scopedTo(work.caller, resource)
  const record = await readRow(trx, scoped, id, { lock: true })
  const found = await readStores(work, rows)
  const known = rows.flatMap((row) => found.get(Number(row.targetId)) ?? [])
  const checked = await checkStores(resource, work, record, { list, change, found: known })
  const changed = checked.filter(({ outcome }) => outcome === 'changed')
  const entries = changed.map(({ entry }) => entry)
  const mayEmpty = isUndo && wasForAll
  let refusal: string | null = null
  if (entries.length > 0) {
    await sql`savepoint before_stores`.execute(trx)
    try {
      await changeStoreList(scoped, work, record, { list, change, entries, mayEmpty })
    } catch (error) {
      refusal = sentenceOf(error)
      // One of them may be the reason: each is tried by itself.
      if (changed.length > 1) throw error
      await sql`rollback to savepoint before_stores`.execute(trx)
    }
  }
  const byId = new Map(checked.map((one) => [one.id, one]))
  return rows.map((row): RowResult => {
    const one = byId.get(Number(row.targetId))
    if (!one) return { outcome: 'refused', sentence: say.gone }
    if (one.outcome !== 'changed') return { outcome: one.outcome, sentence: one.sentence }
    if (refusal !== null) return { outcome: 'refused', sentence: refusal }
    return { outcome: 'done', sentence: null, before: { entry: one.entry } satisfies StoreRow }
  })
}

/** The stores of these rows that are still there for who started the job. */
async function readStores(
  { trx, caller }: RowWork,
  rows: readonly JobRow[],
): Promise<Map<number, FoundStore>> {
  const ids = rows.map(({ targetId }) => Number(targetId))
  const read = await sql<Omit<FoundStore, 'entry'>>`
    select id, name as label, code, version from ${rowsOf(stores, caller.storeIds)}
    where id = any(${ids}::int[])`.execute(trx)
  const byId = new Map(read.rows.map((store) => [store.id, store]))
  return new Map(
    rows.flatMap(({ targetId, input }) => {
      const store = byId.get(Number(targetId))
      const { entry } = input as StoreRow // As the plan kept it, or the row before its undo.
      return store ? [[store.id, { ...store, entry }] as const] : []
    }),
  )
}
