import { toZonedTime } from '#shared/format/dates.ts'
import { weekdayNames } from '#shared/format/timesOfDay.ts'

export type QuietHours = {
  quietHours: boolean
  /** Times of day, such as `22:30`. If they're equal, quiet hours last 24 hours. */
  quietFrom: string
  quietUntil: string
  /** The days on which quiet hours start; every day if it's empty. */
  quietDays: readonly string[]
  timeZone: string
}

/** Whether an instant (ISO 8601) is in a user's quiet hours. */
export function isQuiet(preferences: QuietHours, at: string): boolean {
  const { quietHours, quietFrom, quietUntil, quietDays, timeZone } = preferences
  if (!quietHours) return false
  const local = toZonedTime(at, timeZone)
  const time = local.format('HH:mm')
  // Monday is 1 in dayjs, and Sunday is 0.
  const today = (local.day() + 6) % 7
  const startsOn = (day: number) =>
    quietDays.length === 0 || quietDays.includes(weekdayNames[(day + 7) % 7] ?? '')
  if (quietFrom < quietUntil) return startsOn(today) && quietFrom <= time && time < quietUntil
  return (startsOn(today) && quietFrom <= time) || (startsOn(today - 1) && time < quietUntil)
}
