import { addDays } from './dates.ts'
import { instantAt } from './localTime.ts'

/** The instant at which a day begins in a time zone: where clocks skip midnight, the first that it has. */
export const dayStart = (day: string, zone: string): string => instantAt(`${day}T00:00`, zone)

/** The last instant of a day in a time zone. */
export const dayEnd = (day: string, zone: string): string =>
  new Date(Date.parse(dayStart(addDays(day, 1), zone)) - 1).toISOString()
