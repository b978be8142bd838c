import { formatSort } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ListColumn } from './columns.ts'
import { isInt32, getFieldStorage } from '../fieldStorage.ts'
import { recordMessages } from '../messages.ts'

/** Where a page begins: just after the record with these sort keys and ID, in this direction. */
export type Cursor = {
  direction: 'next' | 'previous'
  /** One per column of the order. */
  keys: readonly SortKeyValue[]
  id: number
  offset: number | null
}
type SortKeyValue = string | number | boolean | null

/** Encodes a cursor, which is opaque, URL-safe, and bound to its sort order. */
export const encodeCursor = (sort: Sort, { direction, keys, id, offset }: Cursor): string =>
  Buffer.from(JSON.stringify([formatSort(sort), direction, keys, id, offset])).toString('base64url')

/** Decodes a cursor of this sort order. Rejects any other text with 400. */
export function decodeCursor(sort: Sort, columns: readonly ListColumn[], text: string): Cursor {
  const [order, direction, keys, id, offset = null] = parseCursorParts(text)
  const isValid =
    order === formatSort(sort) &&
    (direction === 'next' || direction === 'previous') &&
    isKeyList(columns, keys) &&
    isInt32(id) &&
    (offset === null || (isInt32(offset) && offset >= 0))
  if (!isValid) throw badRequest(recordMessages.notCursor)
  return { direction, keys, id, offset }
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

const isKeyList = (columns: readonly ListColumn[], keys: unknown): keys is SortKeyValue[] =>
  Array.isArray(keys) &&
  keys.length === columns.length &&
  columns.every((column, index) => isColumnKey(column, keys[index]))

/** A currency and an amount's digits (moneySortKey.ts). */
const moneyKeyPattern = /^\P{Cc}* \d{1,20}$/u

/** Whether the database can compare the key with the column. Other keys must not reach it. */
const isColumnKey = ({ field, nullable, target }: ListColumn, key: unknown) =>
  key === null
    ? nullable
    : target
      ? getFieldStorage(target.label).isKey(key)
      : field.currencyField === undefined
        ? getFieldStorage(field).isKey(key)
        : typeof key === 'string' && moneyKeyPattern.test(key)
