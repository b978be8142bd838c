import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import { addDays, addMonths, addTime, toDay } from '#shared/format/dates.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import {
  parseFilterPeriod,
  parseFilterRange,
  splitFilterValues,
} from '#shared/engine/list/filterValues.ts'
import type { FilterPeriod } from '#shared/engine/list/filterValues.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { getFieldStorage } from '../fieldStorage.ts'
import { recordMessages } from '../messages.ts'
import { buildLowercaseSql, toLowercase } from './conditions.ts'
import type { FilterComparison, SqlCondition } from './conditions.ts'

/** When a query runs, and the time zone in which its viewer counts days. */
export type Moment = { now: Date; zone: string }

type Column = RawBuilder<unknown>

/** Builds the condition of a comparison that looks only at the column's own value. */
export function buildComparison(
  column: Column,
  comparison: FilterComparison,
  moment: Moment,
): SqlCondition {
  const { field, op, value } = comparison
  const build = comparisons[op]
  return build
    ? build(column, field, value, moment)
    : getFieldStorage(field).condition(column, comparison)
}

type ComparisonBuilder = (
  column: Column,
  field: Field,
  value: string,
  moment: Moment,
) => SqlCondition

/** Comparisons that all kinds of fields build in the same way. */
const comparisons: Partial<Record<FilterOp, ComparisonBuilder>> = {
  in: (column, field, value) => buildChoiceCondition(column, field, splitFilterValues(value)),
  not: (column, field, value) =>
    isNotTrue(buildChoiceCondition(column, field, splitFilterValues(value))),
  empty: (column, field, value) =>
    value === '1' ? isEmpty(column, field) : sql`not ${isEmpty(column, field)}`,
  between: buildRangeCondition,
  within: (column, field, value, moment) => buildPeriodCondition(column, field, value, moment),
  notWithin: (column, field, value, moment) =>
    isNotTrue(buildPeriodCondition(column, field, value, moment)),
}

/** Matches what a condition doesn't, empty values included. */
export const isNotTrue = (condition: SqlCondition): SqlCondition => sql`(${condition}) is not true`

/** Matches the values, or the lists that contain at least one of them. None match no values. */
export function buildChoiceCondition(
  column: Column,
  field: Field,
  values: readonly string[],
): SqlCondition {
  if (values.length === 0) return sql`false`
  if (field.kind === 'reference') return sql`${column} = any(${values.map(Number)}::int[])`
  if (field.kind === 'references') return sql`${column} && ${values.map(Number)}::int[]`
  if (getKind(field).multiple) return sql`${column} && ${[...values]}::text[]`
  if (getKind(field).numeric) return sql`${column} = any(${[...values]}::numeric[])`
  // The first half lets PostgreSQL use the index that lists sort by.
  return sql`(${buildLowercaseSql(column)} = any(${values.map(toLowercase)}::text[]) and ${column} = any(${[...values]}::text[]))`
}

function isEmpty(column: Column, field: Field): SqlCondition {
  const { multiple, numeric } = getKind(field)
  if (multiple) return sql`(${column} is null or ${column} = '{}')`
  const isText = !numeric && ['text', 'longText', 'colour', 'select'].includes(field.kind)
  return isText ? sql`(${column} is null or ${column} = '')` : sql`(${column} is null)`
}

function buildRangeCondition(column: Column, field: Field, value: string): SqlCondition {
  const range = parseFilterRange(value)
  if (!range) throw badRequest(recordMessages.notRange(value))
  const { condition } = getFieldStorage(field)
  const [from, to] = range
  return sql`(${condition(column, { field, op: 'gte', value: from })} and ${condition(column, { field, op: 'lte', value: to })})`
}

function buildPeriodCondition(
  column: Column,
  field: Field,
  value: string,
  moment: Moment,
): SqlCondition {
  const period = parseFilterPeriod(value)
  if (!period) throw badRequest(recordMessages.notPeriod(value))
  const [from, to] = field.kind === 'date' ? getDays(period, moment) : getInstants(period, moment)
  const type = sql.raw(field.kind === 'date' ? 'date' : 'timestamptz')
  return sql`(${column} >= ${from}::${type} and ${column} <= ${to}::${type})`
}

/**
 * Returns the first and the last day of a period. Both count today: the last 7 days are today and
 * the 6 days before.
 */
function getDays({ direction, count, unit }: FilterPeriod, { now, zone }: Moment) {
  const today = toDay(now, zone)
  const sign = direction === 'last' ? -1 : 1
  const beyond =
    unit === 'months'
      ? addMonths(today, sign * count)
      : addDays(today, sign * count * (unit === 'weeks' ? 7 : 1))
  const other = addDays(beyond, -sign)
  return direction === 'last' ? ([other, today] as const) : ([today, other] as const)
}

/** Returns the first and the last instant of a period, which begins or ends now. */
function getInstants(period: FilterPeriod, moment: Moment) {
  const { direction, count, unit } = period
  const { now, zone } = moment
  const here = now.toISOString()
  const isLast = direction === 'last'
  if (unit === 'hours') {
    const there = addTime(now, isLast ? -count : count, 'hour')
    return isLast ? ([there, here] as const) : ([here, there] as const)
  }
  const [first, last] = getDays(period, moment)
  return isLast
    ? ([getDayStart(first, zone), here] as const)
    : ([here, getDayEnd(last, zone)] as const)
}
