import { addDays, toDay, toZonedTime } from '#shared/format/dates.ts'
import { toInstant } from '#shared/format/localTime.ts'
import { weekdayNames } from '#shared/format/timesOfDay.ts'

export type DigestSchedule = {
  digest: 'daily' | 'weekly'
  digestDay: string
  digestTime: string
  timeZone: string
}

/** From the last digest to this one, ISO 8601. */
export type DigestPeriod = { from: string; to: string }

/** Returns the latest period that is over at an instant (ISO 8601), in the operator's time zone. */
export function getDigestPeriod(schedule: DigestSchedule, at: string): DigestPeriod {
  const { digest, digestDay, digestTime, timeZone } = schedule
  const days = digest === 'daily' ? 1 : 7
  const today = toDay(at, timeZone)
  const weekday = (toZonedTime(at, timeZone).day() + 6) % 7
  const back = digest === 'daily' ? 0 : (weekday - weekdayNames.indexOf(digestDay) + 7) % 7
  const toTime = (day: string) => toInstant(`${day}T${digestTime}`, timeZone)
  const day = addDays(today, -back)
  const last = toTime(day) <= at ? day : addDays(day, -days)
  return { from: toTime(addDays(last, -days)), to: toTime(last) }
}
