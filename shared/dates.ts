import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** How every instant is shown (spec.md section 9). */
export const dateFormat = 'MM/DD/YYYY hh:mm A'

const dayFormat = 'MM/DD/YYYY'

/** A day (`YYYY-MM-DD`), or a whole instant where it is one, as an operator reads it. */
export function formatDay(iso: string): string {
  if (iso.length > 'YYYY-MM-DD'.length) return formatInstant(iso)
  const day = dayjs.utc(iso)
  return day.isValid() ? day.format(dayFormat) : iso
}

/** A UTC instant (ISO 8601) as an operator reads it, in UTC on both sides so that server and browser write the same text. */
export function formatInstant(iso: string): string {
  const instant = dayjs.utc(iso)
  return instant.isValid() ? instant.format(dateFormat) : iso
}
