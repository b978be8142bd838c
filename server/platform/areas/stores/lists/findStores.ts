import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storePairs } from '#shared/areas/printful/storeMap.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreList } from '#shared/areas/stores/lists/storeList.ts'
import type { StoreSelection } from '#shared/areas/stores/lists/storeListCalls.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { selectedBy } from '#server/platform/core/records/list/selected.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getEntries } from './changeStoreList.ts'
import { storeListMessages as say } from './messages.ts'

/** A store as a list names it; `entry` is its ID, or its line in a map. */
export type FoundStore = {
  id: number
  label: string
  code: string
  version: number
  entry: number | string
}

type UnknownRow = { row: number; code: string; sentence: string }

/** The stores that a record names, as a condition on rows of `stores`. */
export function isListed(list: StoreList, record: AnyRecord): RawBuilder<boolean> {
  if (list.kind === 'store') return sql`${sql.ref(`stores.${list.field}`)} = ${record.id}`
  const entries = getEntries(record, list)
  if (list.kind === 'ids') return sql`stores.id = any(${entries}::int[])`
  return sql`stores.code = any(${storePairs(entries).map(({ ours }) => ours)}::text[])`
}

/** Lines of a map by the code of the store. */
export const getPairs = (record: AnyRecord, list: StoreList): ReadonlyMap<string, string> =>
  new Map(
    list.kind === 'pairs'
      ? getEntries(record, list).flatMap((line) =>
          storePairs([line]).map(({ ours }) => [ours, String(line)] as const),
        )
      : [],
  )

/** The IDs of the stores that a record names and the caller sees. */
export async function findListedIds(
  connection: Connection,
  list: StoreList,
  record: AnyRecord,
  { storeIds }: Pick<Account, 'storeIds'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select stores.id from ${rowsOf(stores, storeIds)} where ${isListed(list, record)}`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

type Found = { found: FoundStore[]; unknown: UnknownRow[] }

/** The stores that a selection means, by name, as far as the caller sees them; `limit` limits how many are read. */
export async function findSelectedStores(
  connection: Connection,
  caller: Account,
  selection: StoreSelection,
  { list, limit, only }: { list: StoreList; limit: number; only: RawBuilder<boolean> },
): Promise<Found> {
  const read = async (condition: RawBuilder<boolean>): Promise<FoundStore[]> => {
    const { rows } = await sql<Omit<FoundStore, 'entry'>>`
      select stores.id, stores.name as label, stores.code, stores.version
      from ${rowsOf(stores, caller.storeIds)} where ${condition} and ${only}
      order by lower(stores.name), stores.id limit ${limit}`.execute(connection)
    return rows.map((row) => ({ ...row, entry: row.id }))
  }
  if (!('codes' in selection)) {
    const condition = await selectedBy(connection, scopedTo(caller, stores), selection)
    return { found: await read(condition), unknown: [] }
  }
  const rows = readCodes(selection.codes, list)
  const codes = [...new Set(rows.map(({ code }) => code))]
  const found = await read(sql`stores.code = any(${codes}::text[])`)
  const known = new Map(found.map((store) => [store.code, store]))
  const unknown = rows.flatMap(({ row, code, fault }): UnknownRow[] =>
    fault || !known.has(code) ? [{ row, code, sentence: fault ?? say.unknownCode(code) }] : [],
  )
  const lines = new Map(rows.map(({ code, line }) => [code, line]))
  return {
    found: found.map((store) => ({ ...store, entry: lines.get(store.code) ?? store.id })),
    unknown,
  }
}

type Row = { row: number; code: string; line?: string; fault?: string }

/** Pasted rows, counted from 1 with the empty ones. */
function readCodes(codes: readonly string[], { kind }: StoreList): Row[] {
  return codes.flatMap((typed, at): Row[] => {
    const text = typed.trim().toLowerCase()
    if (text === '') return []
    if (kind !== 'pairs') return [{ row: at + 1, code: text }]
    const [pair] = storePairs([text])
    if (!pair) return [{ row: at + 1, code: text, fault: say.notPair(text) }]
    return [{ row: at + 1, code: pair.ours, line: `${pair.theirs} = ${pair.ours}` }]
  })
}
