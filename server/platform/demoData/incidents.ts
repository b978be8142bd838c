import type { FailureReason } from '#shared/areas/payments/attempts.ts'
import { getPastDay, msPerHour, getDayStart } from './period.ts'
import type { SeedPeriod } from './period.ts'
import type { StorePlan } from './storePlan.ts'

/**
 * The recent failures in the demo data, in addition to random ones. Stores are named by their index
 * in the plans.
 */
export type DemoIncidents = {
  outage: { gateway: string; from: number; until: number }
  misconfigured: { store: number; from: number } | null
  /** Payments that fail regardless of the time of day: the store, and how many hours ago. */
  fixedFailures: readonly {
    store: number
    hoursAgo: number
    reason: FailureReason
    status?: 'abandoned'
  }[]
  emailFailures: { stores: ReadonlySet<number>; from: number }
  /** The store whose admins can't sign in by SSO; null with few stores. */
  brokenSsoStore: number | null
  /**
   * The stores whose provider answers one in five payments too late. The last hour is left out,
   * because its outcomes aren't known yet.
   */
  slow: { stores: ReadonlySet<number>; from: number; until: number }
  /** The currency that the gift card account lacks, and since when; null with few stores. */
  shortage: { currency: string; from: number } | null
}

/** With at least this many active stores, more fails than payments and email. */
const minStoresForIncidents = 20

const recentFailureHours = [1, 4, 9, 20]

/** A recovery takes at least an hour, so the newest failure is still open. */
const fixedDeclines = [
  { hoursAgo: 0.5, reason: 'expired_card' },
  { hoursAgo: 12 * 24, reason: 'insufficient_funds', status: 'abandoned' },
] as const

const emailFailureStep = 15
const maxEmailFailures = 12

export function planIncidents(plans: readonly StorePlan[], period: SeedPeriod): DemoIncidents {
  const active = plans.filter(({ status }) => status === 'active')
  const bySize = active
    .filter(({ gateway }) => gateway !== null)
    .toSorted((one, other) => other.weight - one.weight)
  const byAdyen = bySize.filter(({ gateway }) => gateway === 'adyen')
  const misconfiguredStore =
    byAdyen[Math.min(3, byAdyen.length - 1)] ?? bySize[Math.min(3, bySize.length - 1)]
  const isLarge = active.length >= minStoresForIncidents
  const outageStart = getDayStart(period, toWorkingDay(period, getPastDay(period, 14)))
  return {
    outage: {
      gateway: 'adyen',
      from: outageStart + 6 * msPerHour,
      until: outageStart + 20 * msPerHour,
    },
    misconfigured: misconfiguredStore
      ? {
          store: misconfiguredStore.index,
          from: getDayStart(period, getPastDay(period, 3)) + 8 * msPerHour,
        }
      : null,
    fixedFailures: [
      ...recentFailureHours.map((hoursAgo) => ({
        store: misconfiguredStore?.index ?? -1,
        hoursAgo,
        reason: 'configuration' as const,
      })),
      ...fixedDeclines.map((one) => ({ store: bySize[0]?.index ?? -1, ...one })),
    ],
    emailFailures: {
      stores: new Set(
        active
          .filter((_, position) => position % emailFailureStep === 3)
          .slice(0, maxEmailFailures)
          .map(({ index }) => index),
      ),
      // More than a day, so nothing was sent in the last 24 hours.
      from: period.now - 30 * msPerHour,
    },
    brokenSsoStore: isLarge
      ? (active.find(({ plan }) => plan === 'enterprise')?.index ?? null)
      : null,
    slow: {
      stores: new Set(
        isLarge
          ? bySize
              .filter(
                ({ gateway, index }) => gateway === 'stripe' && index !== misconfiguredStore?.index,
              )
              .slice(4, 6)
              .map(({ index }) => index)
          : [],
      ),
      from: period.now - 50 * msPerHour,
      until: period.now - msPerHour,
    },
    shortage: isLarge ? { currency: 'USD', from: period.now - 30 * msPerHour } : null,
  }
}

/** Returns the day, or the Friday before a weekend: an outage is only visible on a busy day. */
function toWorkingDay(period: SeedPeriod, day: number): number {
  const weekday = new Date(getDayStart(period, day)).getUTCDay()
  const daysBack = { 6: 1, 0: 2 }[weekday] ?? 0
  return Math.max(0, day - daysBack)
}
