import { addDays, dayAt } from './dates.ts'
import { minutesAhead } from './zones.ts'

/** The instant at which a day begins in a time zone: where clocks skip midnight, the first that it has. */
export function dayStart(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  const around = [addDays(day, -1), addDays(day, 1)]
  const ahead = around.map((near) => minutesAhead(zone, new Date(near)))
  const at = (minutes: number) => new Date(midnight - minutes * 60_000).toISOString()
  const earliest = at(Math.max(...ahead))
  return dayAt(earliest, zone) === day ? earliest : at(Math.min(...ahead))
}

/** The last instant of a day in a time zone. */
export const dayEnd = (day: string, zone: string): string =>
  new Date(Date.parse(dayStart(addDays(day, 1), zone)) - 1).toISOString()
