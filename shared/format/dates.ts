import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { minutesAhead, utcZone } from './zones.ts'

dayjs.extend(utc)

/* Days (`YYYY-MM-DD`) and instants (ISO 8601) are UTC; the zone is named, so that server and browser write the same. */

const shownDay = 'MM/DD/YYYY'
const shownInstant = 'MM/DD/YYYY hh:mm A'
const isoDay = 'YYYY-MM-DD'

/** An instant as an operator reads it in a time zone: MM/DD/YYYY hh:mm A (spec.md section 9); what is none as it came. */
export const formatInstant = (iso: string, zone: string): string =>
  formatted(iso, clockAt(iso, zone), shownInstant)

/** A day, or a whole instant where it is one, as an operator reads it. */
export const formatDay = (iso: string, zone = utcZone): string =>
  iso.length > isoDay.length ? formatInstant(iso, zone) : formatted(iso, startOf(iso), shownDay)

const formatted = (iso: string, date: Dayjs, format: string) =>
  date.isValid() ? date.format(format) : iso

/** What the clocks of a zone show at an instant, as if that were UTC. */
export function clockAt(instant: Date | string, zone: string): Dayjs {
  const at = dayjs.utc(instant)
  return at.isValid() ? at.add(minutesAhead(zone, at.toDate()), 'minute') : at
}

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

export const dayAt = (instant: Date | string, zone = utcZone): string =>
  clockAt(instant, zone).format(isoDay)

export const addDays = (day: string, days: number): string =>
  startOf(day).add(days, 'day').format(isoDay)

/** The same day so many months later, or the last one of that month where it is shorter. */
export const addMonths = (day: string, months: number): string =>
  startOf(day).add(months, 'month').format(isoDay)

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
