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
  const localMs = Date.parse(asUtc)
  const offsets = [-oneDayMs, oneDayMs].map((shift) =>
    getOffsetMinutes(zone, new Date(localMs + shift)),
  )
  const subtractMinutes = (minutes: number) => new Date(localMs - minutes * 60_000).toISOString()
  const earliest = subtractMinutes(Math.max(...offsets))
  return toLocalTime(earliest, zone) === local ? earliest : subtractMinutes(Math.min(...offsets))
}

/**
 * Finds the instants at which a zone's clocks show a local time (`YYYY-MM-DDTHH:mm`), earliest
 * first: usually one, two while clocks are set back, and none for a time that they skip. Returns
 * null for a text that is no local time.
 */
export function findInstants(local: string, zone: string): string[] | null {
  const asUtc = `${local}:00.000Z`
  if (!isInstant(asUtc)) return null
  const localMs = Date.parse(asUtc)
  const offsets = [-oneDayMs, oneDayMs].map((shift) =>
    getOffsetMinutes(zone, new Date(localMs + shift)),
  )
  return [...new Set(offsets)]
    .map((minutes) => new Date(localMs - minutes * 60_000).toISOString())
    .filter((instant) => toLocalTime(instant, zone) === local)
    .toSorted()
}

const oneDayMs = 86_400_000
