import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { getOffsetMinutes, utcZone } from './zones.ts'

dayjs.extend(utc)

/* Days (`YYYY-MM-DD`) and instants (ISO 8601) are UTC; the zone is named, so that server and browser write the same. */

const dayFormat = 'MM/DD/YYYY'
const instantFormat = 'MM/DD/YYYY hh:mm A'
const isoDayFormat = 'YYYY-MM-DD'

/** An instant as an operator reads it in a time zone: MM/DD/YYYY hh:mm A (spec.md section 9); what is none as it came. */
export const formatInstant = (iso: string, zone: string): string =>
  formatIfValid(iso, toZonedTime(iso, zone), instantFormat)

/** A day, or a whole instant where it is one, as an operator reads it. */
export const formatDay = (iso: string, zone = utcZone): string =>
  iso.length > isoDayFormat.length
    ? formatInstant(iso, zone)
    : formatIfValid(iso, parseDay(iso), dayFormat)

const formatIfValid = (iso: string, date: Dayjs, format: string) =>
  date.isValid() ? date.format(format) : iso

/** What the clocks of a zone show at an instant, as if that were UTC. */
export function toZonedTime(instant: Date | string, zone: string): Dayjs {
  const at = dayjs.utc(instant)
  return at.isValid() ? at.add(getOffsetMinutes(zone, at.toDate()), 'minute') : at
}

/** With its time: of a day alone, years below 100 are read as those of 1900. */
const parseDay = (day: string) => dayjs.utc(`${day}T00:00:00Z`)

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
  isDay(text.slice(0, isoDayFormat.length)) &&
  /^.{10}(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
  !Number.isNaN(Date.parse(text))

export const toDay = (instant: Date | string, zone = utcZone): string =>
  toZonedTime(instant, zone).format(isoDayFormat)

export const addDays = (day: string, days: number): string =>
  parseDay(day).add(days, 'day').format(isoDayFormat)

/** The same day so many months later, or the last one of that month where it is shorter. */
export const addMonths = (day: string, months: number): string =>
  parseDay(day).add(months, 'month').format(isoDayFormat)

/** How many days later the second day is. */
export const countDays = (from: string, to: string): number =>
  parseDay(to).diff(parseDay(from), 'day')

type TimeUnit = 'hour' | 'day'

/** The instant so long before this one. */
export const subtractTime = (instant: Date | string, amount: number, unit: TimeUnit): string =>
  dayjs.utc(instant).subtract(amount, unit).toISOString()

/** The instant so long after this one. */
export const addTime = (instant: Date | string, amount: number, unit: TimeUnit): string =>
  dayjs.utc(instant).add(amount, unit).toISOString()
