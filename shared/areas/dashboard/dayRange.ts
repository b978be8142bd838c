import { addDays, countDays, subtractTime, isDay } from '#shared/format/dates.ts'

/** Consecutive UTC days, both ends included: `YYYY-MM-DD`. */
export type DayRange = { from: string; to: string }

/** The longest range of the dashboard: a leap year. */
export const maxRangeDays = 366

/** Whether the text is a day of the years 1900 to 2999. */
export const isSupportedDay = (text: string): boolean => /^(19|2\d)/.test(text) && isDay(text)

/** Returns the number of days in a range; below 1 if it ends before it begins. */
export const countRangeDays = ({ from, to }: DayRange): number => countDays(from, to) + 1

/**
 * Returns how many days earlier the previous range lies: whole weeks, so that each day is compared
 * with the same weekday.
 */
const getComparisonShift = (range: DayRange): number => 7 * Math.ceil(countRangeDays(range) / 7)

/**
 * Returns the range to compare with: as long, and the fewest whole weeks earlier that avoid an
 * overlap.
 */
export const getPreviousRange = (range: DayRange): DayRange => ({
  from: addDays(range.from, -getComparisonShift(range)),
  to: addDays(range.to, -getComparisonShift(range)),
})

/**
 * Returns the instant up to which the previous range counts: its end, or the same time of its last
 * day while the current range is still running.
 */
export function getPreviousRangeEndTime(range: DayRange, now: Date): string {
  const end = `${addDays(range.to, 1)}T00:00:00.000Z`
  const currentTime = now.toISOString()
  return subtractTime(currentTime < end ? currentTime : end, getComparisonShift(range), 'day')
}

/** Returns the last `count` days up to and including today. */
export const getLastDays = (count: number, today: string): DayRange => ({
  from: addDays(today, 1 - count),
  to: today,
})

export const listRangeDays = (range: DayRange): string[] =>
  Array.from({ length: countRangeDays(range) }, (_, index) => addDays(range.from, index))
