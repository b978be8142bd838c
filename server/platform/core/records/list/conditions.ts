import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { addTime, isDay, isInstant } from '#shared/format/dates.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { unusualDecimals } from '#shared/format/currencyDecimals.ts'
import { parseMinor, points } from '#shared/format/money.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { recordMessages } from '../messages.ts'

export type SqlCondition = RawBuilder<boolean>
export type FilterComparison = { field: Field; op: FilterOp; value: string }

/** Builds the SQL of a text whose letters A to Z are lowercase, as the indexes of lists have it. */
export const buildLowercaseSql = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`lower(${column} collate "C")`

/** Lowercases the letters A to Z, as the collation "C" does. */
export const toLowercase = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const sqlOperators: Partial<Record<FilterOp, string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** Returns the SQL operator that compares numbers and times: `=` unless it's one of a range. */
export const toSqlRangeOperator = (op: FilterOp) => sql.raw(sqlOperators[op] ?? '=')

/**
 * Compares amounts as entered. If another field holds the currency, the decimal places follow each
 * row's currency.
 */
export function buildAmountCondition(
  column: RawBuilder<unknown>,
  { field, op, value }: FilterComparison,
): SqlCondition {
  const { currency, currencyField } = field
  if (currency) return sql`${column} ${toSqlRangeOperator(op)} ${parseMinorUnits(value, currency)}`
  const units = [[points, 0] as const, ...unusualDecimals]
  const cases = units.map(([unit, decimals]) => sql`when ${unit} then ${sql.lit(10 ** decimals)}`)
  const factor = sql`case ${sql.ref(currencyField ?? '')} ${sql.join(cases, sql` `)} else 100 end`
  return sql`${column} ${toSqlRangeOperator(op)} cast(${value} as numeric) * ${factor}`
}

function parseMinorUnits(value: string, currency: string): number {
  const minor = parseMinor(value, currency)
  if (minor === null) throw badRequest(recordMessages.notAmount(value, currency))
  return minor
}

/** Compares instants. A date without a time is a whole day in UTC, so "to" includes that day. */
export function buildInstantCondition(
  column: RawBuilder<unknown>,
  { op, value }: FilterComparison,
): SqlCondition {
  const isWholeDay = op === 'lte' && isDay(value)
  const moment = addTime(value, isWholeDay ? 1 : 0, 'day')
  if (!isInstant(moment)) throw badRequest(recordMessages.notDate(value))
  const compare = op === 'lte' && isWholeDay ? sql.raw('<') : toSqlRangeOperator(op)
  return sql`${column} ${compare} ${moment}`
}

/** Matches no row. */
export const matchNothing: SqlCondition = sql`false`

/** Matches all of these conditions. */
export const matchAll = (conditions: SqlCondition[]): SqlCondition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/** Matches one of these conditions. */
export const matchAny = ([first, ...others]: [SqlCondition, ...SqlCondition[]]): SqlCondition =>
  others.length > 0 ? sql`(${sql.join([first, ...others], sql` or `)})` : first

/** Matches one of these conditions, or nothing without any. */
export const matchSome = ([first = matchNothing, ...others]: SqlCondition[]): SqlCondition =>
  matchAny([first, ...others])
