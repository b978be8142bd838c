import { toZonedTime, isInstant } from './dates.ts'
import { getOffsetMinutes } from './zones.ts'

/** What the clocks of a zone show at an instant, as the browser's field for a day and a time holds it: `YYYY-MM-DDTHH:mm`. What is none as it came. */
export const toLocalTime = (iso: string, zone: string): string =>
  isInstant(iso) ? toZonedTime(iso, zone).format('YYYY-MM-DDTHH:mm') : iso

/** The instant at which the clocks of a zone show this: the first of two; where they skip it, as much later as they skip. What is no such time as it came. */
export function toInstant(local: string, zone: string): string {
  const asUtc = `${local}:00.000Z`
  if (!isInstant(asUtc)) return local
  const shown = Date.parse(asUtc)
  const ahead = [-oneDayMs, oneDayMs].map((away) => getOffsetMinutes(zone, new Date(shown + away)))
  const at = (minutes: number) => new Date(shown - minutes * 60_000).toISOString()
  const earliest = at(Math.max(...ahead))
  return toLocalTime(earliest, zone) === local ? earliest : at(Math.min(...ahead))
}

const oneDayMs = 86_400_000
