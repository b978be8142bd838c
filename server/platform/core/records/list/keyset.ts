import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from './cursor.ts'

type Condition = RawBuilder<boolean>

/** One column of an order. A plain column has an expression that is indexed together with the ID. */
export type SortKey = {
  value: RawBuilder<unknown>
  ascending: boolean
  nullable: boolean
  /** Where the value comes from, if it's the label of another record. */
  labels?: LabelSource
  /** Whether it's a toggle that sorts a large list before other keys. */
  isToggle?: boolean
}

export type LabelSource = {
  /** Joins the labels to the rows. The inner join leaves out rows without a label. */
  innerJoin: RawBuilder<unknown>
  outerJoin: RawBuilder<unknown>
  /** Matches the rows without a label. */
  isMissing: Condition
}

/** An order by keys and ID. The ID has the direction of the last key. */
export type KeysetOrder = readonly [SortKey, ...SortKey[]]

/** Rows that follow each other in an order. */
export type KeysetRange = {
  condition: Condition
  joins: readonly RawBuilder<unknown>[]
  /** The keys of these rows, with whether all rows have the same. */
  keys: readonly { value: RawBuilder<unknown>; isSame: boolean }[]
}

/** Whether the IDs of rows with equal keys ascend. */
export const isIdAscending = (order: readonly SortKey[]): boolean => order.at(-1)?.ascending ?? true

/** Builds the order of a range by these values: its keys, or their names in an outer query. */
export function buildOrderClause(
  order: KeysetOrder,
  { keys }: KeysetRange,
  values = keys.map(({ value }) => value),
): RawBuilder<unknown> {
  const toDirection = (ascending: boolean) => sql.raw(ascending ? 'asc' : 'desc')
  const parts = order.flatMap(({ ascending }, index) => {
    const value = keys[index]?.isSame ? undefined : values[index]
    return value ? [sql`${value} ${toDirection(ascending)}`] : []
  })
  return sql.join([...parts, sql`id ${toDirection(isIdAscending(order))}`])
}

/**
 * Returns what follows a position as ranges of the index, so that deep pages cost no more. Nulls
 * are last in ascending order, and first in descending order.
 */
export function buildKeysetRanges(
  order: KeysetOrder,
  position: Pick<Cursor, 'keys' | 'id'> | null,
): KeysetRange[] {
  const [first] = order
  const ranges = position
    ? buildFollowing(order, position.keys, position.id)
    : first.labels || first.isToggle
      ? buildStart(first)
      : [{ condition: sql<boolean>`true`, of: 'values' as const }]
  return ranges.map(({ condition, of }) => ({
    condition,
    joins: order.flatMap(({ labels }, index) => {
      if (!labels) return []
      if (index > 0) return [labels.outerJoin]
      return of === 'nulls' ? [] : [labels.innerJoin]
    }),
    keys: order.map(({ value }, index) =>
      index === 0 && of === 'nulls'
        ? { value: sql`null`, isSame: true }
        : { value, isSame: index === 0 && of === 'oneValue' },
    ),
  }))
}

/** A range of rows, with what their first key is. */
type Range = { condition: Condition; of: 'values' | 'oneValue' | 'nulls' }

const toComparison = (ascending: boolean) => sql.raw(ascending ? '>' : '<')

/**
 * Returns all rows as ranges: those with a value, and those without. Only an inner join lets
 * PostgreSQL read the rows in the order of the labels.
 */
function buildStart(first: SortKey): Range[] {
  const values = buildValueRanges(first, null, true)
  if (!first.nullable) return values
  const nulls = { condition: buildNullCheck(first, true), of: 'nulls' as const }
  return first.ascending ? [...values, nulls] : [nulls, ...values]
}

/**
 * Returns the rows whose key is beyond a value, or those with any value. A toggle before other keys
 * gets a range for each value, which PostgreSQL reads along the index of the next key instead of
 * sorting half of the rows.
 */
function buildValueRanges(
  { value, ascending, isToggle, labels }: SortKey,
  position: Cursor['keys'][number],
  isFirst: boolean,
): Range[] {
  if (isToggle)
    return [!ascending, ascending]
      .filter((one) => position === null || (one === ascending && position !== one))
      .map((one) => ({ condition: sql`${value} = ${one}`, of: 'oneValue' }))
  const condition =
    position !== null
      ? sql<boolean>`${value} ${toComparison(ascending)} ${position}`
      : isFirst && labels
        ? sql<boolean>`true`
        : sql<boolean>`${value} is not null`
  return [{ condition, of: 'values' }]
}

function buildFollowing(
  order: readonly SortKey[],
  [position = null, ...otherPositions]: Cursor['keys'],
  id: number,
  isFirst = true,
  idAscending = isIdAscending(order),
): Range[] {
  const [key, ...others] = order
  if (!key) return [{ condition: sql`id ${toComparison(idAscending)} ${id}`, of: 'values' }]
  const { value, ascending, nullable, labels } = key
  const isNull = buildNullCheck(key, isFirst)
  if (position !== null && others.length === 0 && !labels) {
    // One comparison of both is one range of the index.
    const isBeyond = sql<boolean>`(${value}, id) ${toComparison(ascending)} (${position}, ${id})`
    return [
      { condition: isBeyond, of: 'values' },
      ...(ascending && nullable ? [{ condition: isNull, of: 'nulls' as const }] : []),
    ]
  }
  const isEqual = position === null ? isNull : sql<boolean>`${value} = ${position}`
  const equal = buildFollowing(others, otherPositions, id, false, idAscending).map(
    ({ condition }): Range => ({
      condition: sql<boolean>`${isEqual} and ${condition}`,
      of: position === null ? 'nulls' : 'oneValue',
    }),
  )
  // Nulls are beyond all values.
  if (position === null)
    return ascending ? equal : [...equal, ...buildValueRanges(key, null, isFirst)]
  return [
    ...equal,
    ...buildValueRanges(key, position, isFirst),
    ...(ascending && nullable ? [{ condition: isNull, of: 'nulls' as const }] : []),
  ]
}

const buildNullCheck = ({ value, labels }: SortKey, isFirst: boolean): Condition =>
  isFirst && labels ? labels.isMissing : sql`${value} is null`
