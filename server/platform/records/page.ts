import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import type { Sort } from '#shared/listQuery.ts'
import type { Page } from '#shared/platformCalls.ts'
import type { Connection } from '../schema.ts'
import { sortKeyOf } from './columns.ts'
import type { Column } from './columns.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { rangesBeyond } from './keyset.ts'
import { readRows } from './rows.ts'
import type { Row, RowQuery } from './rows.ts'

/** Which rows of a table, which of their columns, in what order, from where. */
export type PageQuery = RowQuery & {
  sort: Sort
  /** The column that `sort` names. */
  column: Column
  /** A cursor, or null for the first page. */
  after: string | null
}

/** One page of rows and where the pages around it begin: keyset on (sort key, id), never OFFSET (design.md, API). */
export async function readPage(
  connection: Connection,
  query: PageQuery,
): Promise<{ data: Record<string, unknown>[]; page: Page }> {
  const { columns, sort, column, limit, after } = query
  const cursor = after === null ? null : readCursor(sort, column, after)
  const backwards = cursor?.towards === 'previous'
  const key = sortKeyOf(column)
  const order = { key, nullable: column.nullable, ascending: sort.descending === backwards }

  // At once, on a connection each where there are several: the count is half of the time.
  const [rows, count] = await Promise.all([
    readRows(connection, query, order, rangesBeyond(order, cursor)),
    countRows(connection, query),
  ])
  const isMore = rows.length > limit
  const shown = rows.slice(0, limit)
  if (backwards) shown.reverse()
  // Beyond the last row, perhaps since it was deleted: from here back, the row at the cursor included.
  const place = cursor && { sortKey: cursor.key, id: cursor.id + (order.ascending ? 1 : -1) }
  const from = (towards: Cursor['towards'], row: Pick<Row, 'sortKey' | 'id'> | null | undefined) =>
    row ? writeCursor(sort, { towards, key: row.sortKey, id: row.id }) : null
  return {
    data: shown.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]]))),
    page: {
      next: backwards || isMore ? from('next', shown.at(-1) ?? place) : null,
      previous: (backwards ? isMore : cursor) ? from('previous', shown[0] ?? place) : null,
      ...count,
    },
  }
}

/** Counts up to a limit, so that no table is scanned for it (screens.md, "Every list"). */
async function countRows(
  connection: Connection,
  { table, condition }: PageQuery,
): Promise<Pick<Page, 'total' | 'totalIsCapped'>> {
  const { countCap } = limits
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from
      (select 1 from ${sql.table(table)} where ${condition} limit ${countCap + 1}) as counted
  `.execute(connection)
  const count = rows[0]?.count ?? 0
  return { total: Math.min(count, countCap), totalIsCapped: count > countCap }
}
