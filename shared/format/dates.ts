import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { getOffsetMinutes, utcZone } from './zones.ts'

dayjs.extend(utc)

/*
 * Days (`YYYY-MM-DD`) and instants (ISO 8601) are UTC. The zone is always explicit, so that server
 * and browser format alike.
 */

const dayFormat = 'MM/DD/YYYY'
const instantFormat = 'MM/DD/YYYY hh:mm A'
const isoDayFormat = 'YYYY-MM-DD'

/** Formats an instant as MM/DD/YYYY hh:mm A (spec.md section 9). Returns other text unchanged. */
export const formatInstant = (iso: string, zone: string): string =>
  formatIfValid(iso, toZonedTime(iso, zone), instantFormat)

/** Formats a day, or an instant if the text is longer than a day. */
export const formatDay = (iso: string, zone = utcZone): string =>
  iso.length > isoDayFormat.length
    ? formatInstant(iso, zone)
    : formatIfValid(iso, parseDay(iso), dayFormat)

const formatIfValid = (iso: string, date: Dayjs, format: string) =>
  isValid(date) ? date.format(format) : iso

/** dayjs's own check formats the date, which takes longer than all else. */
const isValid = (date: Dayjs) => !Number.isNaN(date.valueOf())

/** Returns what a zone's clocks show at an instant, as if it were UTC. */
export function toZonedTime(instant: Date | string, zone: string): Dayjs {
  const time = dayjs.utc(instant)
  return isValid(time) ? time.add(getOffsetMinutes(zone, time.toDate()), 'minute') : time
}

/** Parses with a time, because dayjs reads years below 100 in a bare day as 1900 to 1999. */
const parseDay = (day: string) => dayjs.utc(`${day}T00:00:00Z`)

/** Whether the text is a calendar day in the years 1 to 9999; `2026-02-30` isn't. */
export const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && isInstant(`${text}T00:00:00.000Z`)

/** Whether the text is an instant: UTC, with milliseconds, in the years 1 to 9999. */
export const isInstant = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) &&
  // A day past the end of the month would be read as the first of the next one.
  isValid(dayjs.utc(text)) &&
  dayjs.utc(text).toISOString() === text

/** Whether the text is a day, or a day with a time and its time zone. */
export const isDayOrInstant = (text: string): boolean =>
  isDay(text.slice(0, isoDayFormat.length)) &&
  /^.{10}(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
  !Number.isNaN(Date.parse(text))

export const toDay = (instant: Date | string, zone = utcZone): string =>
  toZonedTime(instant, zone).format(isoDayFormat)

export const addDays = (day: string, days: number): string =>
  parseDay(day).add(days, 'day').format(isoDayFormat)

/** Adds months to a day; returns the last day of the month if that month is shorter. */
export const addMonths = (day: string, months: number): string =>
  parseDay(day).add(months, 'month').format(isoDayFormat)

/** Counts the days from the first day to the second. */
export const countDays = (from: string, to: string): number =>
  parseDay(to).diff(parseDay(from), 'day')

type TimeUnit = 'hour' | 'day'

export const subtractTime = (instant: Date | string, amount: number, unit: TimeUnit): string =>
  dayjs.utc(instant).subtract(amount, unit).toISOString()

export const addTime = (instant: Date | string, amount: number, unit: TimeUnit): string =>
  dayjs.utc(instant).add(amount, unit).toISOString()
