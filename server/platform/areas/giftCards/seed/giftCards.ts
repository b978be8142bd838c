import type { DemoIncidents } from '#server/platform/demoData/incidents.ts'
import { msPerHour, toIsoTime, getDayStart } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import { rollChance, pickRandom, pickCount } from '#server/platform/demoData/random.ts'
import { toPrice } from '#server/platform/demoData/regions.ts'
import { getDailyActivity, pickTimeOfDay } from '#server/platform/demoData/activity.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'
import type { GiftCardRow } from '#server/platform/demoData/rows.ts'

const cardsPerOrder = { gift: 0.5, mixed: 0.06, points: 0.04, retail: 0 }
const cardFailureRate = 0.02

export function generateGiftCards(
  plan: StorePlan,
  storeId: number,
  members: readonly { email: string }[],
  {
    orders,
    period,
    shortage,
    newId,
  }: {
    orders: number
    period: SeedPeriod
    shortage: DemoIncidents['shortage']
    newId: () => number
  },
): GiftCardRow[] {
  const { random, region, type, quietFrom } = plan
  const mean = (orders * cardsPerOrder[type]) / period.days
  const isShort = (at: number) =>
    shortage !== null && region.currency === shortage.currency && at >= shortage.from
  const createCard = (at: number) => {
    const dollars = pickRandom(random, [10, 25, 50, 100], 1.5)
    const isFailed = rollChance(random, cardFailureRate) || isShort(at)
    const status: GiftCardRow['status'] = isFailed ? 'failed' : 'sent'
    return { at, dollars, status }
  }
  const createCardOnDay = (day: number) =>
    createCard(getDayStart(period, day) + pickTimeOfDay(random, region.hoursAhead))
  const sent = getDailyActivity(period, plan.inCampaign)
    .slice(0, quietFrom)
    .flatMap((busy, day) =>
      Array.from({ length: pickCount(random, mean * busy) }, () => createCardOnDay(day)),
    )
    .filter(({ at }) => at <= period.now)
  // A store that sends gift cards has sent at least one, whatever the time of day.
  const needsCard = sent.length === 0 && mean > 0 && Math.min(quietFrom, period.days) > 1
  const all = needsCard ? [createCardOnDay(0)] : sent
  // An account that is out of funds has failed gift cards, whatever the time of day.
  const anHourAgo = period.now - msPerHour
  const mustFail = type === 'gift' && quietFrom === period.days && isShort(anHourAgo)
  return (mustFail ? [...all, createCard(anHourAgo)] : all)
    .map(({ at, dollars, status }) => ({
      id: newId(),
      storeId,
      sentAt: toIsoTime(at),
      amount: toPrice(dollars, region.currency),
      currency: region.currency,
      status,
    }))
    .map((row) => ({ ...row, recipient: members[row.id % members.length]?.email ?? '' }))
}
