import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Cursor } from './cursor.ts'
import { buildOrderClause } from './keyset.ts'
import type { KeysetOrder, KeysetRange } from './keyset.ts'

export type RowQuery = {
  table: RawBuilder<unknown>
  columns: readonly string[]
  condition: RawBuilder<boolean>
  isTextSearch?: boolean
  limit: number
}

export type SortedRow = {
  [column: string]: unknown
  id: number
  found?: number
}

type BuildSelect = (
  query: RowQuery,
  order: KeysetOrder,
  range: KeysetRange,
) => RawBuilder<SortedRow>

const getKeyName = (index: number) => `sortKey${index}`

/** Returns a row's sort keys, which a cursor holds. */
export const getSortKeys = (row: SortedRow, order: KeysetOrder): Cursor['keys'] =>
  // The columns of `selectKeys`, whose kinds a cursor can hold.
  order.map((_key, index) => row[getKeyName(index)] as Cursor['keys'][number])

/**
 * How to read a page: along the sort index; or, for text searches, from the `next` rows in order,
 * and from all matches if too few of those match.
 */
export type ScanPlan = { along: 'order' } | { along: 'text'; next: readonly number[] }

export async function chooseScan(connection: Connection, query: RowQuery): Promise<ScanPlan> {
  if (!query.isTextSearch) return { along: 'order' }
  const expected = await estimateMatches(connection, query)
  const next = expected > 30_000 ? [20_000, 60_000] : expected > 15_000 ? [20_000] : []
  return { along: 'text', next }
}

/** Loads the rows of consecutive ranges, plus one over `limit` if there is another page. */
export async function loadRows(
  connection: Connection,
  query: RowQuery,
  order: KeysetOrder,
  ranges: readonly KeysetRange[],
  scan: ScanPlan,
): Promise<SortedRow[]> {
  const rows: SortedRow[] = []
  for (const range of ranges) {
    const missing = query.limit + 1 - rows.length
    if (missing === 0) break
    const rest = { ...query, limit: missing }
    const runSelect = async (select: BuildSelect) =>
      (await select(rest, order, range).execute(connection)).rows
    rows.push(
      ...(scan.along === 'order'
        ? await runSelect(selectInSortOrder)
        : await loadMatchingRows(runSelect, scan.next, missing)),
    )
  }
  return rows
}

async function loadMatchingRows(
  runSelect: (select: BuildSelect) => Promise<SortedRow[]>,
  next: readonly number[],
  missing: number,
): Promise<SortedRow[]> {
  let upperBound = missing // An upper bound, if matches are as frequent as in the rows read so far.
  for (const [index, rowCount] of next.entries()) {
    if (upperBound < missing) break
    const matches = await runSelect(selectNearby(rowCount))
    if (matches.length === missing) return matches
    upperBound = (matches.length / rowCount) * (next[index + 1] ?? 0)
  }
  return runSelect(selectGathered)
}

async function estimateMatches(
  connection: Connection,
  { table, condition }: RowQuery,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select from ${table} where ${condition}`.execute(connection)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

const joinColumns = ({ columns }: Pick<RowQuery, 'columns'>) =>
  sql.join(columns.map((name) => sql.ref(name)))

const selectKeys = ({ keys }: KeysetRange) =>
  sql.join(keys.map(({ value }, index) => sql`${value} as ${sql.ref(getKeyName(index))}`))

/** Returns the selected keys by their names, for an outer query. */
const buildKeys = ({ keys }: KeysetRange): RawBuilder<unknown>[] =>
  keys.map((_key, index) => sql.ref(getKeyName(index)))

const selectInSortOrder: BuildSelect = (
  { table, condition, limit, ...query },
  order,
  range,
) => sql<SortedRow>`
  select ${joinColumns(query)}, ${selectKeys(range)} from ${joinLabels(table, range)}
  where ${condition} and ${range.condition}
  order by ${buildOrderClause(order, range)} limit ${limit}`

const joinLabels = (table: RawBuilder<unknown>, { joins }: KeysetRange) =>
  sql.join([table, ...joins], sql` `)

/**
 * Reads only the next rows in order. PostgreSQL expects evenly spread matches and would read a
 * million names to find the first Zoë. Full rows are joined at the end.
 */
const selectNearby =
  (rowCount: number): BuildSelect =>
  ({ table, condition, limit, ...query }, order, range) => {
    const outerOrder = buildOrderClause(order, range, buildKeys(range))
    return sql<SortedRow>`
  select ${joinColumns(query)}, ${sql.join(buildKeys(range))} from (
    select id, ${sql.join(buildKeys(range))} from (
      select *, ${selectKeys(range)} from ${joinLabels(table, range)}
      where ${range.condition}
      order by ${buildOrderClause(order, range)} limit ${rowCount}
    ) as near where ${condition} order by ${outerOrder} limit ${limit}
  ) as first join ${table} using (id) order by ${outerOrder}`
  }

const selectGathered: BuildSelect = ({ table, condition, limit, ...query }, order, range) => {
  const outerOrder = buildOrderClause(order, range, buildKeys(range))
  return sql<SortedRow>`
  with found as materialized (
    select id, ${selectKeys(range)} from ${joinLabels(table, range)}
    where ${condition} and ${range.condition}
  )
  select ${joinColumns(query)}, ${sql.join(buildKeys(range))}, (select count(*) from found) as found
  from (select * from found order by ${outerOrder} limit ${limit}) as first
  join ${table} using (id) order by ${outerOrder}`
}
