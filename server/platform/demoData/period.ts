export const msPerHour = 60 * 60_000
export const msPerDay = 24 * msPerHour

/** The UTC days of the demo data. The last day is today, and nothing happens after `now`. */
export type SeedPeriod = { now: number; days: number; firstDay: number }

export const createPeriod = (now: Date, days: number): SeedPeriod => ({
  now: now.getTime(),
  days,
  firstDay: (Math.floor(now.getTime() / msPerDay) - days + 1) * msPerDay,
})

/** Returns the day of the period that an instant is in, from 0. */
export const getDayIndex = ({ firstDay }: SeedPeriod, time: number): number =>
  Math.floor((time - firstDay) / msPerDay)

/**
 * Returns the day that was `ago` days before today, but no earlier than the second day of a short
 * period.
 */
export const getPastDay = ({ days }: SeedPeriod, daysAgo: number): number =>
  Math.max(Math.min(1, days - 1), days - 1 - daysAgo)

export const getDayStart = ({ firstDay }: SeedPeriod, day: number): number =>
  firstDay + day * msPerDay

export const toIsoTime = (time: number): string => new Date(time).toISOString()

export const toIsoDate = (period: SeedPeriod, day: number): string =>
  toIsoTime(getDayStart(period, day)).slice(0, 10)
