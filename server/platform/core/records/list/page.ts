import { sql } from 'kysely'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import type { PageInfo } from '#shared/engine/platformCalls.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ListColumn } from './columns.ts'
import { countRows, toCappedCount } from './count.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { buildKeysetRanges, isIdAscending } from './keyset.ts'
import type { KeysetOrder } from './keyset.ts'
import { matchNearMonth } from './nearMonth.ts'
import type { MonthOrder } from './nearMonth.ts'
import { chooseScan, getSortKeys, loadRows } from './rows.ts'
import type { RowQuery, ScanPlan, SortedRow } from './rows.ts'
import { buildKeysetOrder } from './sortOrder.ts'

export type PageQuery = RowQuery & {
  sort: Sort
  /** The columns of `sort`. */
  sortColumns: readonly ListColumn[]
  after: string | null
  /** Set if the rows are in the order of their table's months. */
  monthOrder?: MonthOrder | null
  addFields?: (data: PageRows) => Promise<PageRows>
}

type PageRows = Record<string, unknown>[]

/**
 * Loads one page of rows and the cursors of the pages around it: keyset on (sort keys, ID), never
 * OFFSET.
 */
export async function loadPage(
  connection: Connection,
  query: PageQuery,
): Promise<{ data: PageRows; page: PageInfo }> {
  const { columns, sort, sortColumns, limit, after, addFields = returnUnchanged } = query
  const cursor = after === null ? null : decodeCursor(sort, sortColumns, after)
  const backwards = cursor?.direction === 'previous'
  const order = buildKeysetOrder(sort, sortColumns, backwards)

  const scan = await chooseScan(connection, query)
  const isCounted = scan.along === 'text' && scan.next.length === 0 && cursor === null

  async function loadShownRows() {
    const rows = await loadFollowingRows(connection, query, order, cursor, scan)
    const pageRows = rows.slice(0, limit)
    if (backwards) pageRows.reverse()
    const data = pageRows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
    const matchCount = toCappedCount(rows[0]?.found ?? 0)
    return {
      isMore: rows.length > limit,
      found: matchCount,
      shown: pageRows,
      data: await addFields(data),
    }
  }
  // Both run at the same time if the pool has connections; the count takes as long as everything
  // else.
  const [counted, { isMore, found: matchCount, shown: pageRows, data }] = await Promise.all([
    isCounted ? null : countRows(connection, query),
    loadShownRows(),
  ])
  // After the last row, perhaps because it was deleted: go back from here, including the row at the
  // cursor.
  const position = cursor && { ...cursor, id: cursor.id + (isIdAscending(order) ? 1 : -1) }
  const start = getStartOffset(cursor, pageRows.length, isMore)
  const end = start === null ? null : start + pageRows.length
  const buildCursor = (
    direction: Cursor['direction'],
    row: SortedRow | undefined,
    offset: number | null,
  ) => {
    const at = row ? { keys: getSortKeys(row, order), id: row.id } : position
    return at ? encodeCursor(sort, { ...at, direction, offset }) : null
  }
  return {
    data,
    page: {
      next: backwards || isMore ? buildCursor('next', pageRows.at(-1), end) : null,
      previous: (backwards ? isMore : cursor) ? buildCursor('previous', pageRows[0], start) : null,
      from: start === null || pageRows.length === 0 ? null : start + 1,
      ...(cursor || isMore ? (counted ?? matchCount) : toCappedCount(pageRows.length)),
    },
  }
}

/**
 * Loads the rows after a position, plus one over `limit` if there is another page. Most pages end
 * within a month, so the other months are read only if that isn't enough.
 */
async function loadFollowingRows(
  connection: Connection,
  query: PageQuery,
  order: KeysetOrder,
  position: Cursor | null,
  scan: ScanPlan,
): Promise<SortedRow[]> {
  const { condition, monthOrder, limit } = query
  const ranges = buildKeysetRanges(order, position)
  const nearCondition =
    monthOrder && scan.along === 'order'
      ? matchNearMonth(monthOrder, order[0].ascending, position)
      : null
  if (nearCondition) {
    const nearQuery = { ...query, condition: sql<boolean>`${condition} and ${nearCondition}` }
    const rows = await loadRows(connection, nearQuery, order, ranges, scan)
    if (rows.length > limit) return rows
  }
  return loadRows(connection, query, order, ranges, scan)
}

function getStartOffset(cursor: Cursor | null, rowCount: number, isMore: boolean): number | null {
  if (cursor === null) return 0
  if (cursor.direction === 'next' || cursor.offset === null) return cursor.offset
  return isMore ? Math.max(0, cursor.offset - rowCount) : 0
}

const returnUnchanged = async (data: PageRows) => data
