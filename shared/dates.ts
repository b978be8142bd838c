/*
 * Dates are written here without a library, because every first load carries this file: dayjs with its plugin was 3.7 kB
 * of it. `tests/unit/dates.test.ts` compares the two.
 */

const two = (value: number) => String(value).padStart(2, '0')

/** The UTC day of an instant as MM/DD/YYYY. */
const dayText = (date: Date) =>
  `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${String(date.getUTCFullYear()).padStart(4, '0')}`

/** A day (`YYYY-MM-DD`), or a whole instant where it is one, as an operator reads it. */
export function formatDay(iso: string): string {
  if (iso.length > 'YYYY-MM-DD'.length) return formatInstant(iso)
  const day = new Date(iso)
  return Number.isNaN(day.getTime()) ? iso : dayText(day)
}

/**
 * A UTC instant (ISO 8601) as an operator reads it: MM/DD/YYYY hh:mm A (spec.md section 9), in UTC on both sides so that
 * server and browser write the same text.
 */
export function formatInstant(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const hours = date.getUTCHours()
  const half = hours < 12 ? 'AM' : 'PM'
  return `${dayText(date)} ${two(hours % 12 || 12)}:${two(date.getUTCMinutes())} ${half}`
}
