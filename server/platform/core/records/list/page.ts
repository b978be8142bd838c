import type { Sort } from '#shared/engine/list/listQuery.ts'
import type { Page } from '#shared/engine/platformCalls.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { sortKeyOf } from './columns.ts'
import type { Column } from './columns.ts'
import { countRows, totalOf } from './count.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { rangesBeyond } from './keyset.ts'
import { readRows, wayTo } from './rows.ts'
import type { Row, RowQuery } from './rows.ts'

export type PageQuery = RowQuery & {
  sort: Sort
  column: Column
  after: string | null
  complete?: (data: Data) => Promise<Data>
}

type Data = Record<string, unknown>[]

/** One page of rows and where the pages around it begin: keyset on (sort key, id), never OFFSET (design.md, API). */
export async function readPage(
  connection: Connection,
  query: PageQuery,
): Promise<{ data: Data; page: Page }> {
  const { columns, sort, column, limit, after, complete = unchanged } = query
  const cursor = after === null ? null : readCursor(sort, column, after)
  const backwards = cursor?.towards === 'previous'
  const key = sortKeyOf(column)
  const order = { key, nullable: column.nullable, ascending: sort.descending === backwards }

  const way = await wayTo(connection, query)
  const isCounted = way.along === 'text' && way.next.length === 0 && cursor === null

  async function readShown() {
    const rows = await readRows(connection, query, order, rangesBeyond(order, cursor), way)
    const shown = rows.slice(0, limit)
    if (backwards) shown.reverse()
    const data = shown.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
    const found = totalOf(rows[0]?.found ?? 0)
    return { isMore: rows.length > limit, found, shown, data: await complete(data) }
  }
  // At once, on a connection each where there are several: the count takes as long as all else.
  const [counted, { isMore, found, shown, data }] = await Promise.all([
    isCounted ? null : countRows(connection, query),
    readShown(),
  ])
  // Beyond the last row, perhaps since it was deleted: from here back, the row at the cursor included.
  const place = cursor && { sortKey: cursor.key, id: cursor.id + (order.ascending ? 1 : -1) }
  const start = startOf(cursor, shown.length, isMore)
  const end = start === null ? null : start + shown.length
  const from = (
    towards: Cursor['towards'],
    row: Pick<Row, 'sortKey' | 'id'> | null | undefined,
    at: number | null,
  ) => (row ? writeCursor(sort, { towards, key: row.sortKey, id: row.id, at }) : null)
  return {
    data,
    page: {
      next: backwards || isMore ? from('next', shown.at(-1) ?? place, end) : null,
      previous: (backwards ? isMore : cursor) ? from('previous', shown[0] ?? place, start) : null,
      from: start === null || shown.length === 0 ? null : start + 1,
      ...(cursor || isMore ? (counted ?? found) : totalOf(shown.length)),
    },
  }
}

function startOf(cursor: Cursor | null, shown: number, isMore: boolean): number | null {
  if (cursor === null) return 0
  if (cursor.towards === 'next' || cursor.at === null) return cursor.at
  return isMore ? Math.max(0, cursor.at - shown) : 0
}

const unchanged = async (data: Data) => data
