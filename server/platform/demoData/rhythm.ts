import { dayMs, daysAgo, hourMs, startOf } from './period.ts'
import type { Period } from './period.ts'
import type { Random } from './random.ts'

/** How busy the days of a week are, Sunday first. */
const week = [0.42, 1.1, 1.2, 1.15, 1.1, 0.95, 0.5]

const growth = 0.3

const campaign = { from: 43, to: 39, factor: 2.6 }

export const rhythmOf = (period: Period, inCampaign: boolean): number[] =>
  Array.from({ length: period.days }, (_, day) => {
    const weekday = new Date(startOf(period, day)).getUTCDay()
    const runs =
      inCampaign && day >= daysAgo(period, campaign.from) && day <= daysAgo(period, campaign.to)
    const grown = 1 + growth * (day / period.days - 0.5)
    return (week[weekday] ?? 1) * grown * (runs ? campaign.factor : 1)
  })

/** A time of day in UTC at which people are awake whose clocks are so many hours ahead, most around noon. */
export function timeOfDay(random: Random, hoursAhead: number): number {
  const local = 6 + ((random() + random()) / 2) * 17
  const utc = (((local - hoursAhead) % 24) + 24) % 24
  return Math.min(dayMs - 1, Math.floor(utc * hourMs))
}
