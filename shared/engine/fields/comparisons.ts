import { parseFilterPeriod, parseFilterRange, splitFilterValues } from '../list/filterValues.ts'
import { limits } from '#shared/limits.ts'
import type { Field } from './fields.ts'

/** Whether a comparison accepts a value, as a URL has it. */
type ValueCheck = (value: string, field: Field) => boolean

/** Accepts several values that each pass this check, up to the limit. */
const acceptSeveral =
  (check: ValueCheck): ValueCheck =>
  (text, field) => {
    const values = splitFilterValues(text)
    return (
      values.length > 0 &&
      values.length <= limits.filterValues &&
      values.every((value) => check(value, field))
    )
  }

/** The comparisons with several values: one of them, and none of them. */
export const compareSeveral = (check: ValueCheck) =>
  ({ in: acceptSeveral(check), not: acceptSeveral(check) }) as const

/** The comparison that asks whether there is a value: 1 finds the records without one, 0 with. */
export const compareEmpty = {
  empty: (value: string) => value === '1' || value === '0',
} as const

/** Accepts two values that each pass this check, in order. */
const acceptRange =
  (check: ValueCheck, toNumber: (value: string) => number): ValueCheck =>
  (text, field) => {
    const range = parseFilterRange(text)
    return (
      range !== null &&
      range.every((value) => check(value, field)) &&
      toNumber(range[0]) <= toNumber(range[1])
    )
  }

/** The comparisons of numbers and amounts. */
export const compareNumbers = (check: ValueCheck) =>
  ({
    gte: check,
    lte: check,
    eq: check,
    gt: check,
    lt: check,
    between: acceptRange(check, Number),
    ...compareEmpty,
  }) as const

const acceptPeriod =
  (hasHours: boolean): ValueCheck =>
  (text) => {
    const period = parseFilterPeriod(text)
    return period !== null && (hasHours || period.unit !== 'hours')
  }

/** The comparisons of days, or of instants, which also have hours. */
export const compareTimes = (check: ValueCheck, hasHours: boolean) =>
  ({
    gte: check,
    lte: check,
    between: acceptRange(check, Date.parse),
    within: acceptPeriod(hasHours),
    notWithin: acceptPeriod(hasHours),
    ...compareEmpty,
  }) as const
