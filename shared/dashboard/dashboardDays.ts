/** UTC days in a row, both ends included: `YYYY-MM-DD`. */
export type Days = { from: string; to: string }

/** The longest range the dashboard sums up: a leap year. */
export const longestRange = 366

const dayMs = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The UTC day of an instant. */
export const dayAt = (instant: Date): string => dayOf(instant.getTime())

/** Whether the text is a day of the calendar, of the years 1900 to 2999: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  if (!/^(19|2\d)\d{2}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/.test(text)) return false
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && dayOf(ms) === text
}

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)

/** How many days a range has; below 1 when it ends before it begins. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

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
