import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { dayMs, startOf } from '#server/platform/demoData/period.ts'
import type { Period } from '#server/platform/demoData/period.ts'
import { chance, pick, pickWeighted, sameRandom, whole } from '#server/platform/demoData/random.ts'
import type { Random } from '#server/platform/demoData/random.ts'
import { regions } from '#server/platform/demoData/regions.ts'
import type { Region } from '#server/platform/demoData/regions.ts'

/** What a store is going to be like: all that its rows are made of, but for their numbers. */
export type StorePlan = {
  index: number
  random: Random
  /** Numbers for its integrations, which don't depend on what the store sold, so that each day has the same ones. */
  integrationRandom: Random
  region: Region
  type: 'points' | 'gift' | 'mixed' | 'retail'
  plan: 'starter' | 'growth' | 'enterprise'
  status: StoreStatus
  organisation: number | null
  createdAt: number
  /** Day of the period from which nothing happens any more; past the last one where it goes on. */
  quietFrom: number
  weight: number
  /** Who takes its payments; null where members pay with points alone. */
  gateway: keyof typeof gateways | null
  inCampaign: boolean
}

const statuses: readonly StoreStatus[] = [
  ...(['active', 'active', 'draft', 'active', 'suspended', 'active', 'active'] as const),
  ...(['maintenance', 'active', 'active', 'active', 'archived'] as const),
  ...(['active', 'active', 'active', 'active', 'active', 'active', 'active', 'active'] as const),
]

const types = { mixed: 45, points: 20, retail: 20, gift: 15 } as const
const plans = { growth: 50, starter: 30, enterprise: 20 } as const
const gateways = { stripe: 45, adyen: 30, paypal: 15, braintree: 10 } as const

/** The plan of a store, the same for the same seed and place whatever stands before it. */
export function storePlan(
  { seed, organisations }: { seed: number; organisations: number },
  index: number,
  period: Period,
): StorePlan {
  const random = sameRandom(seed, 1, index)
  const status = statuses[index % statuses.length] ?? 'active'
  const type = pickWeighted(random, types)
  const stopped = whole(random, Math.floor(period.days * 0.3), Math.floor(period.days * 0.8))
  const ageDays = status === 'draft' ? whole(random, 1, 25) : period.days + whole(random, 20, 900)
  return {
    index,
    random,
    integrationRandom: sameRandom(seed, 4, index),
    region: pick(random, regions, 1.8),
    type,
    plan: pickWeighted(random, plans),
    status,
    organisation:
      index % 60 === 51 ? null : Math.min(index, Math.floor(random() ** 1.5 * organisations)),
    createdAt:
      startOf(period, period.days - 1) - ageDays * dayMs + whole(random, 6, 18) * 3_600_000,
    quietFrom:
      status === 'draft'
        ? 0
        : status === 'suspended' || status === 'archived'
          ? stopped
          : period.days,
    weight: status === 'draft' ? 0.02 : Math.min(40, (1 - random()) ** -0.75),
    gateway: type === 'points' ? null : pickWeighted(random, gateways),
    inCampaign: chance(random, 0.35),
  }
}
