import { addDays } from './dates.ts'
import { toInstant } from './localTime.ts'

/**
 * Returns the instant at which a day begins in a time zone. Where clocks skip midnight, it's the
 * day's first instant.
 */
export const getDayStart = (day: string, zone: string): string => toInstant(`${day}T00:00`, zone)

/** Returns the last instant of a day in a time zone. */
export const getDayEnd = (day: string, zone: string): string =>
  new Date(Date.parse(getDayStart(addDays(day, 1), zone)) - 1).toISOString()
