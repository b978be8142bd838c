import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { msPerDay, getDayStart } from './period.ts'
import type { SeedPeriod } from './period.ts'
import { rollChance, pickRandom, pickWeighted, createRandom, pickInteger } from './random.ts'
import type { RandomSource } from './random.ts'
import { regions } from './regions.ts'
import type { Region } from './regions.ts'

/** The plan of a store: everything its rows are generated from, except their IDs. */
export type StorePlan = {
  index: number
  random: RandomSource
  /**
   * Random numbers for its integrations. They don't depend on what the store sold, so that every
   * day has the same ones.
   */
  integrationRandom: RandomSource
  region: Region
  type: 'points' | 'gift' | 'mixed' | 'retail'
  plan: 'starter' | 'growth' | 'enterprise'
  status: StoreStatus
  organisation: number | null
  createdAt: number
  /**
   * The day of the period from which nothing happens anymore. After the last day if the store stays
   * active.
   */
  quietFrom: number
  weight: number
  /** The provider of its payments; null if members pay only with points. */
  gateway: keyof typeof gatewayWeights | null
  inCampaign: boolean
}

const plannedStatuses: readonly StoreStatus[] = [
  ...(['active', 'active', 'draft', 'active', 'suspended', 'active', 'active'] as const),
  ...(['maintenance', 'active', 'active', 'active', 'archived'] as const),
  ...(['active', 'active', 'active', 'active', 'active', 'active', 'active', 'active'] as const),
]

const typeWeights = { mixed: 45, points: 20, retail: 20, gift: 15 } as const
const planWeights = { growth: 50, starter: 30, enterprise: 20 } as const
const gatewayWeights = { stripe: 45, adyen: 30, paypal: 15, braintree: 10 } as const

/**
 * Creates the plan of a store. The same seed and index always give the same plan, whatever comes
 * before it.
 */
export function createStorePlan(
  { seed, organisations }: { seed: number; organisations: number },
  index: number,
  period: SeedPeriod,
): StorePlan {
  const random = createRandom(seed, 1, index)
  const status = plannedStatuses[index % plannedStatuses.length] ?? 'active'
  const type = pickWeighted(random, typeWeights)
  const stopDay = pickInteger(random, Math.floor(period.days * 0.3), Math.floor(period.days * 0.8))
  const ageDays =
    status === 'draft' ? pickInteger(random, 1, 25) : period.days + pickInteger(random, 20, 900)
  return {
    index,
    random,
    integrationRandom: createRandom(seed, 4, index),
    region: pickRandom(random, regions, 1.8),
    type,
    plan: pickWeighted(random, planWeights),
    status,
    organisation:
      index % 60 === 51 ? null : Math.min(index, Math.floor(random() ** 1.5 * organisations)),
    createdAt:
      getDayStart(period, period.days - 1) -
      ageDays * msPerDay +
      pickInteger(random, 6, 18) * 3_600_000,
    quietFrom:
      status === 'draft'
        ? 0
        : status === 'suspended' || status === 'archived'
          ? stopDay
          : period.days,
    weight: status === 'draft' ? 0.02 : Math.min(40, (1 - random()) ** -0.75),
    gateway: type === 'points' ? null : pickWeighted(random, gatewayWeights),
    inCampaign: rollChance(random, 0.35),
  }
}
