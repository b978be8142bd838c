import { addDays, daysBetween, instantBefore, isDay } from '#shared/format/dates.ts'

/** UTC days in a row, both ends included: `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/** The longest range the dashboard sums up: a leap year. */
export const longestRange = 366

/** Whether the text is a day of the years 1900 to 2999. */
export const isRangeDay = (text: string): boolean => /^(19|2\d)/.test(text) && isDay(text)

/** How many days a range has; below 1 when it ends before it begins. */
export const lengthOf = ({ from, to }: Days): number => daysBetween(from, to) + 1

/** By how many days the range before lies earlier: whole weeks, so that each day is compared with its own weekday. */
const shiftOf = (range: Days): number => 7 * Math.ceil(lengthOf(range) / 7)

/** The range that this one is compared with: as long, and as few whole weeks earlier as leave the two apart. */
export const rangeBefore = (range: Days): Days => ({
  from: addDays(range.from, -shiftOf(range)),
  to: addDays(range.to, -shiftOf(range)),
})

/** The instant up to which the range before counts: its end, or as much of its last day as is over of a running one. */
export function endOfBefore(range: Days, now: Date): string {
  const end = `${addDays(range.to, 1)}T00:00:00.000Z`
  const over = now.toISOString()
  return instantBefore(over < end ? over : end, shiftOf(range), 'day')
}

/** So many days, of which the given one is the last. */
export const lastDays = (count: number, today: string): Days => ({
  from: addDays(today, 1 - count),
  to: today,
})

export const daysOf = (range: Days): string[] =>
  Array.from({ length: lengthOf(range) }, (_, at) => addDays(range.from, at))
