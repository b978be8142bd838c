import { formatSort } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ListColumn } from './columns.ts'
import { isInt32, getFieldStorage } from '../fieldStorage.ts'
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
export const encodeCursor = (sort: Sort, { direction, key, id, offset }: Cursor): string =>
  Buffer.from(JSON.stringify([formatSort(sort), direction, key, id, offset])).toString('base64url')

/** Decodes a cursor of this sort order. Rejects any other text with 400. */
export function decodeCursor(sort: Sort, column: ListColumn, text: string): Cursor {
  const [order, direction, key, id, offset = null] = parseCursorParts(text)
  const isValid =
    order === formatSort(sort) &&
    (direction === 'next' || direction === 'previous') &&
    isColumnKey(column, key) &&
    isInt32(id) &&
    (offset === null || (isInt32(offset) && offset >= 0))
  if (!isValid) throw badRequest(recordMessages.notCursor)
  return { direction, key, id, offset }
}

function parseCursorParts(text: string): unknown[] {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) return []
  try {
    const parts: unknown = JSON.parse(bytes.toString())
    return Array.isArray(parts) ? parts : []
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
