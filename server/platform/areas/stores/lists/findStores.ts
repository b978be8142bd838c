import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreList } from '#shared/engine/storeList.ts'
import type { StoreSelection } from '#shared/areas/stores/lists/storeListCalls.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { buildSelectionCondition } from '#server/platform/core/records/list/selection.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getEntries } from './updateStoreList.ts'
import { storeListMessages } from './messages.ts'

/** A store in a record's list. `entry` is its ID, or its line in a map. */
export type StoreEntry = {
  id: number
  label: string
  code: string
  version: number
  entry: number | string
}

type UnknownRow = { row: number; code: string; sentence: string }

/** Builds the condition for rows of `stores` that are in a record's list. */
export function buildListedStoresCondition(
  list: StoreList,
  record: AnyRecord,
): RawBuilder<boolean> {
  if (list.kind === 'store') return sql`${sql.ref(`stores.${list.field}`)} = ${record.id}`
  const entries = getEntries(record, list)
  if (list.kind === 'ids') return sql`stores.id = any(${entries}::int[])`
  return sql`stores.code = any(${parsePrintfulStorePairs(entries).map(({ ours }) => ours)}::text[])`
}

/** Returns the lines of a map by store code. */
export const getPairsByStoreCode = (
  record: AnyRecord,
  list: StoreList,
): ReadonlyMap<string, string> =>
  new Map(
    list.kind === 'pairs'
      ? getEntries(record, list).flatMap((line) =>
          parsePrintfulStorePairs([line]).map(({ ours }) => [ours, String(line)] as const),
        )
      : [],
  )

/** Finds the IDs of the stores in a record's list that the caller can see. */
export async function findListedIds(
  connection: Connection,
  list: StoreList,
  record: AnyRecord,
  { storeIds }: Pick<Account, 'storeIds'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select stores.id from ${getVisibleRows(stores, storeIds)} where ${buildListedStoresCondition(list, record)}`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

type SelectedStores = { found: StoreEntry[]; unknown: UnknownRow[] }

/** Finds the stores of a selection that the caller can see, by name. Reads at most `limit`. */
export async function findSelectedStores(
  connection: Connection,
  caller: Account,
  selection: StoreSelection,
  {
    list,
    limit,
    only,
    now,
  }: { list: StoreList; limit: number; only: RawBuilder<boolean>; now: Date },
): Promise<SelectedStores> {
  const loadStores = async (condition: RawBuilder<boolean>): Promise<StoreEntry[]> => {
    const { rows } = await sql<Omit<StoreEntry, 'entry'>>`
      select stores.id, stores.name as label, stores.code, stores.version
      from ${getVisibleRows(stores, caller.storeIds)} where ${condition} and ${only}
      order by lower(stores.name), stores.id limit ${limit}`.execute(connection)
    return rows.map((row) => ({ ...row, entry: row.id }))
  }
  if (!('codes' in selection)) {
    const condition = await buildSelectionCondition(
      connection,
      limitToCaller(caller, getResourceModule('stores')),
      selection,
      now,
    )
    return { found: await loadStores(condition), unknown: [] }
  }
  const rows = parseCodes(selection.codes, list)
  const codes = [...new Set(rows.map(({ code }) => code))]
  const found = await loadStores(sql`stores.code = any(${codes}::text[])`)
  const storesByCode = new Map(found.map((store) => [store.code, store]))
  const unknown = rows.flatMap(({ row, code, error }): UnknownRow[] =>
    error || !storesByCode.has(code)
      ? [{ row, code, sentence: error ?? storeListMessages.unknownCode(code) }]
      : [],
  )
  const lines = new Map(rows.map(({ code, line }) => [code, line]))
  return {
    found: found.map((store) => ({ ...store, entry: lines.get(store.code) ?? store.id })),
    unknown,
  }
}

type CodeRow = { row: number; code: string; line?: string; error?: string }

/** Parses pasted rows. Row numbers start at 1 and include empty rows. */
function parseCodes(codes: readonly string[], { kind }: StoreList): CodeRow[] {
  return codes.flatMap((typed, index): CodeRow[] => {
    const text = typed.trim().toLowerCase()
    if (text === '') return []
    if (kind !== 'pairs') return [{ row: index + 1, code: text }]
    const [pair] = parsePrintfulStorePairs([text])
    if (!pair) return [{ row: index + 1, code: text, error: storeListMessages.notPair(text) }]
    return [{ row: index + 1, code: pair.ours, line: `${pair.theirs} = ${pair.ours}` }]
  })
}
