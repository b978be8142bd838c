import { formatSort } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ListColumn } from './columns.ts'
import { isInteger, getFieldStorage } from '../fieldStorage.ts'
import { recordMessages } from '../messages.ts'

/** Where a page begins: just after the record with this sort key and ID, in this direction. */
export type Cursor = {
  direction: 'next' | 'previous'
  key: SortKeyValue
  id: number
  offset: number | null
}
type SortKeyValue = string | number | boolean | null

/** Encodes a cursor, which is opaque, URL-safe, and bound to its sort order. */
export const encodeCursor = (
  sort: Sort,
  { direction: towards, key, id, offset: at }: Cursor,
): string =>
  Buffer.from(JSON.stringify([formatSort(sort), towards, key, id, at])).toString('base64url')

/** Decodes a cursor of this sort order. Rejects any other text with 400. */
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
    return [] // Not JSON, so not one of our cursors.
  }
}

/** A currency and an amount's digits (moneySortKey.ts). */
const moneyKeyPattern = /^\P{Cc}* \d{1,20}$/u

/** Whether the database can compare the key with the column. Other keys must not reach it. */
const isColumnKey = ({ field, nullable }: ListColumn, key: unknown): key is SortKeyValue =>
  key === null
    ? nullable
    : field.currencyField === undefined
      ? getFieldStorage(field).isKey(key)
      : typeof key === 'string' && moneyKeyPattern.test(key)
