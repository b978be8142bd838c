import { addDays, countDays, subtractTime, isDay } from '#shared/format/dates.ts'

/** UTC days in a row, both ends included: `YYYY-MM-DD`. */
export type DayRange = { from: string; to: string }

/** The longest range the dashboard sums up: a leap year. */
export const maxRangeDays = 366

/** Whether the text is a day of the years 1900 to 2999. */
export const isRangeDay = (text: string): boolean => /^(19|2\d)/.test(text) && isDay(text)

/** How many days a range has; below 1 when it ends before it begins. */
export const countRangeDays = ({ from, to }: DayRange): number => countDays(from, to) + 1

/** By how many days the range before lies earlier: whole weeks, so that each day is compared with its own weekday. */
const getComparisonShift = (range: DayRange): number => 7 * Math.ceil(countRangeDays(range) / 7)

/** The range that this one is compared with: as long, and as few whole weeks earlier as leave the two apart. */
export const getPreviousRange = (range: DayRange): DayRange => ({
  from: addDays(range.from, -getComparisonShift(range)),
  to: addDays(range.to, -getComparisonShift(range)),
})

/** The instant up to which the range before counts: its end, or as much of its last day as is over of a running one. */
export function getPreviousRangeEnd(range: DayRange, now: Date): string {
  const end = `${addDays(range.to, 1)}T00:00:00.000Z`
  const over = now.toISOString()
  return subtractTime(over < end ? over : end, getComparisonShift(range), 'day')
}

/** So many days, of which the given one is the last. */
export const getLastDays = (count: number, today: string): DayRange => ({
  from: addDays(today, 1 - count),
  to: today,
})

export const listRangeDays = (range: DayRange): string[] =>
  Array.from({ length: countRangeDays(range) }, (_, at) => addDays(range.from, at))
