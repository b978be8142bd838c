import '../signedIn.ts'

/** In which every page writes instants, so that server and browser write the same. */
const shownZone = 'UTC'

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** What the tooltip of an instant says: in which zone it is written, what that is in the reader's own, and how long ago it was. */
export function instantTitle(iso: string, now: Date, zone: string): string | null {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return null
  const own = zone === shownZone ? [] : [`${instantIn(at, zone)} ${zone}`]
  return [`${instantIn(at, shownZone)} ${shownZone}`, ...own, relative(at, now)].join('\n')
}

/** MM/DD/YYYY hh:mm A (spec.md section 9) in a time zone. */
function instantIn(at: Date, timeZone: string): string {
  const two = '2-digit'
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    hour12: true,
  })
    .format(at)
    .replace(',', '')
    .replaceAll(/\s/g, ' ')
}

function relative(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return format.format(Math.trunc(seconds / size), unit)
}
