/** In which instants are shown where the platform knows no zone of the operator. */
export const utcZone = 'UTC'

/** Whether this is the name of a time zone, as IANA writes them. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || !/^[A-Za-z][\w+/-]{0,59}$/.test(name)) return false
  try {
    getZoneFormat(name)
    return true
  } catch {
    return false
  }
}

/** To make one costs more than to use it a thousand times; there are fewer zones than would be worth forgetting. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>()

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    zoneFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  zoneFormats.set(timeZone, format)
  return format
}

/** How many minutes the clocks of a zone are ahead of UTC at that instant. */
export function getOffsetMinutes(zone: string, at: Date): number {
  if (zone === utcZone) return 0
  const [, sign, hours, minutes] =
    /GMT([+-])(\d\d):(\d\d)/.exec(getZoneFormat(zone).format(at)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
