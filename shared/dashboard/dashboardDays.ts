import { addDays, daysBetween, isDay } from '../dates.ts'

/** UTC days in a row, both ends included: `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/** The longest range the dashboard sums up: a leap year. */
export const longestRange = 366

/** Whether the text is a day of the years 1900 to 2999. */
export const isRangeDay = (text: string): boolean => /^(19|2\d)/.test(text) && isDay(text)

/** How many days a range has; below 1 when it ends before it begins. */
export const lengthOf = ({ from, to }: Days): number => daysBetween(from, to) + 1

/** The range of the same length that ends the day before this one begins. */
export const rangeBefore = (range: Days): Days => ({
  from: addDays(range.from, -lengthOf(range)),
  to: addDays(range.from, -1),
})

/** So many days, of which the given one is the last. */
export const lastDays = (count: number, today: string): Days => ({
  from: addDays(today, 1 - count),
  to: today,
})

/** Each day of a range, in order. */
export const daysOf = (range: Days): string[] =>
  Array.from({ length: lengthOf(range) }, (_, at) => addDays(range.from, at))
