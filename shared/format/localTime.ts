import { clockAt, isInstant } from './dates.ts'
import { minutesAhead } from './zones.ts'

/** What the clocks of a zone show at an instant, as the browser's field for a day and a time holds it: `YYYY-MM-DDTHH:mm`. What is none as it came. */
export const localTime = (iso: string, zone: string): string =>
  isInstant(iso) ? clockAt(iso, zone).format('YYYY-MM-DDTHH:mm') : iso

/** The instant at which the clocks of a zone show this: the first of two; where they skip it, as much later as they skip. What is no such time as it came. */
export function instantAt(local: string, zone: string): string {
  const asUtc = `${local}:00.000Z`
  if (!isInstant(asUtc)) return local
  const shown = Date.parse(asUtc)
  const ahead = [-dayMs, dayMs].map((away) => minutesAhead(zone, new Date(shown + away)))
  const at = (minutes: number) => new Date(shown - minutes * 60_000).toISOString()
  const earliest = at(Math.max(...ahead))
  return localTime(earliest, zone) === local ? earliest : at(Math.min(...ahead))
}

const dayMs = 86_400_000
