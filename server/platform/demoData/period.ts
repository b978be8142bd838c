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
export const getDayIndex = ({ firstDay }: SeedPeriod, at: number): number =>
  Math.floor((at - firstDay) / msPerDay)

/**
 * Returns the day that was `ago` days before today, but no earlier than the second day of a short
 * period.
 */
export const getPastDay = ({ days }: SeedPeriod, ago: number): number =>
  Math.max(Math.min(1, days - 1), days - 1 - ago)

export const getDayStart = ({ firstDay }: SeedPeriod, day: number): number =>
  firstDay + day * msPerDay

export const toIsoTime = (at: number): string => new Date(at).toISOString()

export const toIsoDate = (period: SeedPeriod, day: number): string =>
  toIsoTime(getDayStart(period, day)).slice(0, 10)
