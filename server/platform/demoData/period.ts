export const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

/** The UTC days that data is made for; the last one is today, and nothing happens after `now`. */
export type Period = { now: number; days: number; firstDay: number }

export const periodUntil = (now: Date, days: number): Period => ({
  now: now.getTime(),
  days,
  firstDay: (Math.floor(now.getTime() / dayMs) - days + 1) * dayMs,
})

/** Which day of the period an instant is in, from 0. */
export const dayOf = ({ firstDay }: Period, at: number): number =>
  Math.floor((at - firstDay) / dayMs)

/** The day that was so many days before today; in a short period no earlier than its second one. */
export const daysAgo = ({ days }: Period, ago: number): number =>
  Math.max(Math.min(1, days - 1), days - 1 - ago)

export const startOf = ({ firstDay }: Period, day: number): number => firstDay + day * dayMs

export const instant = (at: number): string => new Date(at).toISOString()

export const dateOf = (period: Period, day: number): string =>
  instant(startOf(period, day)).slice(0, 10)
