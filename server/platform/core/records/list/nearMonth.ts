import { sql } from 'kysely'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { isInstant } from '#shared/format/dates.ts'
import { getMonthColumn } from '#server/platform/database/monthPartitions.ts'
import type { SqlCondition } from './conditions.ts'
import type { Cursor } from './cursor.ts'

/** A list in the order of the column by which its table is partitioned, as of `now`. */
export type MonthOrder = { column: string; now: Date }

/** Parameters that don't filter the list. */
const wholeListParams = ['after', 'counts', 'limit', 'sort']

/**
 * Returns the column by which a list is in the order of its months, or null if it isn't. Also null
 * for a filtered list: with few matches in a month, PostgreSQL may choose to read all of that month.
 */
export function getMonthOrder(
  resource: string,
  [first]: Sort,
  params: URLSearchParams,
  now: Date,
): MonthOrder | null {
  const column = getMonthColumn(resource)
  const isWhole = [...params.keys()].every((name) => wholeListParams.includes(name))
  return column !== undefined && first?.field === column && isWhole ? { column, now } : null
}

const daysOfMonth = 31

/**
 * Matches the rows within a month of where a page begins, so that PostgreSQL plans few of a table's
 * months. Null for the oldest page, because nothing says when that begins.
 */
export function matchNearMonth(
  { column, now }: MonthOrder,
  ascending: boolean,
  position: Pick<Cursor, 'keys'> | null,
): SqlCondition | null {
  if (!position && ascending) return null
  const start = position ? String(position.keys[0]) : null
  const end = new Date(start ?? now)
  end.setUTCDate(end.getUTCDate() + (ascending ? daysOfMonth : -daysOfMonth))
  const text = end.toISOString()
  if (!isInstant(text)) return null // Beyond the years that PostgreSQL reads in this form.
  const [toEnd, fromStart] = ascending ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`]
  const isBeforeEnd = sql<boolean>`${sql.ref(column)} ${toEnd} ${text}`
  // PostgreSQL leaves out no months by a comparison of time and ID together.
  return start === null
    ? isBeforeEnd
    : sql<boolean>`${isBeforeEnd} and ${sql.ref(column)} ${fromStart} ${start}`
}
