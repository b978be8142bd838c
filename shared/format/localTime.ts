import { toZonedTime, isInstant } from './dates.ts'
import { getOffsetMinutes } from './zones.ts'

/**
 * Formats an instant in a time zone for the browser's date and time input: `YYYY-MM-DDTHH:mm`.
 * Returns other text unchanged.
 */
export const toLocalTime = (iso: string, zone: string): string =>
  isInstant(iso) ? toZonedTime(iso, zone).format('YYYY-MM-DDTHH:mm') : iso

/**
 * Converts a local time of a zone to an instant. A time that occurs twice is the first; one that
 * clocks skip moves later by what they skip. Returns other text unchanged.
 */
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
