/** Time zone of shown instants if the platform knows none for the operator. */
export const utcZone = 'UTC'

/** Whether this is the name of an IANA time zone. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || !/^[A-Za-z][\w+/-]{0,59}$/.test(name)) return false
  try {
    getZoneFormat(name)
    return true
  } catch {
    return false
  }
}

/**
 * Cache: creating a format costs more than using it a thousand times. There are too few zones to
 * need eviction.
 */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    zoneFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  zoneFormats.set(timeZone, format)
  return format
}

/** Returns how many minutes a zone's clocks are ahead of UTC at an instant. */
export function getOffsetMinutes(zone: string, instant: Date): number {
  if (zone === utcZone) return 0
  const [, sign, hours, minutes] =
    /GMT([+-])(\d\d):(\d\d)/.exec(getZoneFormat(zone).format(instant)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
