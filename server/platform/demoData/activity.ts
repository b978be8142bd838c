import { msPerDay, getPastDay, msPerHour, getDayStart } from './period.ts'
import type { SeedPeriod } from './period.ts'
import type { RandomSource } from './random.ts'

/** The relative activity of each weekday, Sunday first. */
const weekdayActivity = [0.42, 1.1, 1.2, 1.15, 1.1, 0.95, 0.5]

const growthRate = 0.3

const campaign = { from: 43, to: 39, factor: 2.6 }

export const getDailyActivity = (period: SeedPeriod, inCampaign: boolean): number[] =>
  Array.from({ length: period.days }, (_, day) => {
    const weekday = new Date(getDayStart(period, day)).getUTCDay()
    const isCampaignDay =
      inCampaign &&
      day >= getPastDay(period, campaign.from) &&
      day <= getPastDay(period, campaign.to)
    const growth = 1 + growthRate * (day / period.days - 0.5)
    return (weekdayActivity[weekday] ?? 1) * growth * (isCampaignDay ? campaign.factor : 1)
  })

/**
 * Picks a time of day in UTC, in milliseconds, at which people `hoursAhead` of UTC are awake, most
 * often around noon.
 */
export function pickTimeOfDay(random: RandomSource, hoursAhead: number): number {
  const local = 6 + ((random() + random()) / 2) * 17
  const utc = (((local - hoursAhead) % 24) + 24) % 24
  return Math.min(msPerDay - 1, Math.floor(utc * msPerHour))
}
