import { addDays, addMonths, isDay, toDay, toZonedTime } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'

const daysPerWeek = 7

// Months are `YYYY-MM`, as in the URL.
const getFirstDay = (month: string) => `${month}-01`
const getMonth = (day: string) => day.slice(0, 'YYYY-MM'.length)

/** Returns the month that a URL names, or the current one in the time zone. */
export function parseMonth(text: string | null, now: Date, zone: string): string {
  const isMonth = text !== null && /^\d{4}-\d\d$/.test(text) && isDay(getFirstDay(text))
  return isMonth ? text : getMonth(toDay(now, zone))
}

/** Returns the month that is some months later, or earlier if `count` is negative. */
export const shiftMonth = (month: string, count: number): string =>
  getMonth(addMonths(getFirstDay(month), count))

/** Returns the first and the last day of a month. */
export const getMonthDays = (month: string): { first: string; last: string } => ({
  first: getFirstDay(month),
  last: addDays(addMonths(getFirstDay(month), 1), -1),
})

/** Formats a month: `December 2026`. */
export const formatMonth = (month: string): string =>
  toZonedTime(getFirstDay(month), utcZone).format('MMMM YYYY')

/**
 * Returns the weeks that a month touches, each with seven days, Sunday first. Days of the months
 * before and after it fill the first and the last week.
 */
export function getWeeks(month: string): string[][] {
  const { first, last } = getMonthDays(month)
  const start = addDays(first, -toZonedTime(first, utcZone).day())
  const weeks: string[][] = []
  for (let day = start; day <= last; day = addDays(day, daysPerWeek))
    weeks.push(Array.from({ length: daysPerWeek }, (_, index) => addDays(day, index)))
  return weeks
}

/** Whether a day is in the month. */
export const isInMonth = (day: string, month: string): boolean => getMonth(day) === month
