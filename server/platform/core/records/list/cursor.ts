import { formatSort } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ListColumn } from './columns.ts'
import { isInteger, getFieldStorage } from '../fieldStorage.ts'
import { recordMessages } from '../messages.ts'

/** Where a page begins: just beyond the record with this sort key and id, in this direction. */
export type Cursor = {
  direction: 'next' | 'previous'
  key: SortKeyValue
  id: number
  offset: number | null
}
type SortKeyValue = string | number | boolean | null

/** A cursor as callers see it: opaque, fit for a URL, and bound to the order it was made for. */
export const encodeCursor = (
  sort: Sort,
  { direction: towards, key, id, offset: at }: Cursor,
): string =>
  Buffer.from(JSON.stringify([formatSort(sort), towards, key, id, at])).toString('base64url')

/** Reads a cursor of this order; any other text is refused with 400. */
export function decodeCursor(sort: Sort, column: ListColumn, text: string): Cursor {
  const [order, towards, key, id, at = null] = parseCursorParts(text)
  const holds =
    order === formatSort(sort) &&
    (towards === 'next' || towards === 'previous') &&
    isColumnKey(column, key) &&
    isInteger(id) &&
    (at === null || (isInteger(at) && at >= 0))
  if (!holds) throw badRequest(recordMessages.notCursor)
  return { direction: towards, key, id, offset: at }
}

function parseCursorParts(text: string): unknown[] {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) return []
  try {
    const read: unknown = JSON.parse(bytes.toString())
    return Array.isArray(read) ? read : []
  } catch {
    return [] // Not JSON: somebody else's text.
  }
}

/** A currency and the digits of an amount (moneySortKey.ts). */
const moneyKeyPattern = /^\P{Cc}* \d{1,20}$/u

/** Whether the database can compare the key with the column; what it cannot must not reach it. */
const isColumnKey = ({ field, nullable }: ListColumn, key: unknown): key is SortKeyValue =>
  key === null
    ? nullable
    : field.currencyField === undefined
      ? getFieldStorage(field).isKey(key)
      : typeof key === 'string' && moneyKeyPattern.test(key)
