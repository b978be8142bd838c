import { sortText } from '#shared/engine/list/listQuery.ts'
import type { Sort } from '#shared/engine/list/listQuery.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import type { Column } from './columns.ts'
import { isInteger, storedAs } from '../kinds.ts'
import { recordMessages } from '../messages.ts'

/** Where a page begins: just beyond the record with this sort key and id, in this direction. */
export type Cursor = {
  towards: 'next' | 'previous'
  key: Key
  id: number
  at: number | null
}
type Key = string | number | boolean | null

/** A cursor as callers see it: opaque, fit for a URL, and bound to the order it was made for. */
export const writeCursor = (sort: Sort, { towards, key, id, at }: Cursor): string =>
  Buffer.from(JSON.stringify([sortText(sort), towards, key, id, at])).toString('base64url')

/** Reads a cursor of this order; any other text is refused with 400. */
export function readCursor(sort: Sort, column: Column, text: string): Cursor {
  const [order, towards, key, id, at = null] = parts(text)
  const holds =
    order === sortText(sort) &&
    (towards === 'next' || towards === 'previous') &&
    isKeyOf(column, key) &&
    isInteger(id) &&
    (at === null || (isInteger(at) && at >= 0))
  if (!holds) throw badRequest(recordMessages.notCursor)
  return { towards, key, id, at }
}

function parts(text: string): unknown[] {
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
const isMoneyKey = /^\P{Cc}* \d{1,20}$/u

/** Whether the database can compare the key with the column; what it cannot must not reach it. */
const isKeyOf = ({ field, nullable }: Column, key: unknown): key is Key =>
  key === null
    ? nullable
    : field.currencyOf === undefined
      ? storedAs(field).isKey(key)
      : typeof key === 'string' && isMoneyKey.test(key)
