import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/*
 * Days (`YYYY-MM-DD`) and instants (ISO 8601), read and written in UTC on both sides, so that server and browser write the
 * same text.
 */

const shownDay = 'MM/DD/YYYY'
const shownInstant = 'MM/DD/YYYY hh:mm A'
const isoDay = 'YYYY-MM-DD'

/** An instant as an operator reads it: MM/DD/YYYY hh:mm A (spec.md section 9); what is none as it came. */
export const formatInstant = (iso: string): string => formatted(iso, dayjs.utc(iso), shownInstant)

/** A day, or a whole instant where it is one, as an operator reads it. */
export const formatDay = (iso: string): string =>
  iso.length > isoDay.length ? formatInstant(iso) : formatted(iso, startOf(iso), shownDay)

const formatted = (iso: string, date: Dayjs, format: string) =>
  date.isValid() ? date.format(format) : iso

/** With its time: of a day alone, years below 100 are read as those of 1900. */
const startOf = (day: string) => dayjs.utc(`${day}T00:00:00Z`)

/** Whether the text is a day of the calendar, of the years 1 to 9999: `2026-02-30` is none. */
export const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && isInstant(`${text}T00:00:00.000Z`)

/** Whether the text is an instant as the platform writes them, to the millisecond and in UTC, of the years 1 to 9999. */
export const isInstant = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) &&
  // A day too many is read as the first of the next month.
  dayjs.utc(text).isValid() &&
  dayjs.utc(text).toISOString() === text

/** Whether the text is a day, or an instant of one that says its time zone. */
export const isDayOrInstant = (text: string): boolean =>
  isDay(text.slice(0, isoDay.length)) &&
  /^.{10}(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
  !Number.isNaN(Date.parse(text))

/** The UTC day of an instant. */
export const dayAt = (instant: Date | string): string => dayjs.utc(instant).format(isoDay)

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  startOf(day).add(days, 'day').format(isoDay)

/** How many days later the second day is. */
export const daysBetween = (from: string, to: string): number =>
  startOf(to).diff(startOf(from), 'day')

type Unit = 'hour' | 'day'

/** The instant so long before this one. */
export const instantBefore = (instant: Date | string, amount: number, unit: Unit): string =>
  dayjs.utc(instant).subtract(amount, unit).toISOString()

/** The instant so long after this one. */
export const instantAfter = (instant: Date | string, amount: number, unit: Unit): string =>
  dayjs.utc(instant).add(amount, unit).toISOString()
