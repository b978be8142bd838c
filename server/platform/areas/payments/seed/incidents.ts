import type { Reason } from '#shared/areas/payments/attempts.ts'
import { daysAgo, hourMs, startOf } from '#server/platform/demoData/period.ts'
import type { Period } from '#server/platform/demoData/period.ts'
import type { StorePlan } from '#server/platform/areas/stores/seed/storePlan.ts'

/** What went wrong lately, besides what always does. Stores are named by their place in the plans. */
export type Incidents = {
  outage: { gateway: string; from: number; until: number }
  misconfigured: { store: number; from: number } | null
  /** Payments that fail whatever day and hour it is: of a store, so many hours before now. */
  certain: readonly { store: number; hoursAgo: number; reason: Reason; status?: 'abandoned' }[]
  mail: { stores: ReadonlySet<number>; from: number }
  /** The store whose admins can't sign on; null among few stores. */
  signOn: number | null
  /** The stores one in five of whose payments their provider answers too late; of the last hour nobody knows yet. */
  slow: { stores: ReadonlySet<number>; from: number; until: number }
  /** The currency that the account for gift cards lacks, and since when; null among few stores. */
  shortage: { currency: string; from: number } | null
}

/** From so many active stores on more goes wrong than payments and mail. */
const manyStores = 20

const misconfiguredLately = [1, 4, 9, 20]

/** Nobody can have paid since in half an hour. */
const declined = [
  { hoursAgo: 0.5, reason: 'expired_card' },
  { hoursAgo: 12 * 24, reason: 'insufficient_funds', status: 'abandoned' },
] as const

const mailStep = 15
const mailStores = 12

export function incidentsAmong(plans: readonly StorePlan[], period: Period): Incidents {
  const active = plans.filter(({ status }) => status === 'active')
  const bySize = active
    .filter(({ gateway }) => gateway !== null)
    .toSorted((one, other) => other.weight - one.weight)
  const byAdyen = bySize.filter(({ gateway }) => gateway === 'adyen')
  const unlucky = byAdyen[Math.min(3, byAdyen.length - 1)] ?? bySize[Math.min(3, bySize.length - 1)]
  const isLarge = active.length >= manyStores
  const begun = startOf(period, workingDay(period, daysAgo(period, 14)))
  return {
    outage: {
      gateway: 'adyen',
      from: begun + 6 * hourMs,
      until: begun + 20 * hourMs,
    },
    misconfigured: unlucky
      ? { store: unlucky.index, from: startOf(period, daysAgo(period, 3)) + 8 * hourMs }
      : null,
    certain: [
      ...misconfiguredLately.map((hoursAgo) => ({
        store: unlucky?.index ?? -1,
        hoursAgo,
        reason: 'configuration' as const,
      })),
      ...declined.map((one) => ({ store: bySize[0]?.index ?? -1, ...one })),
    ],
    mail: {
      stores: new Set(
        active
          .filter((_, place) => place % mailStep === 3)
          .slice(0, mailStores)
          .map(({ index }) => index),
      ),
      from: startOf(period, daysAgo(period, 1)) + 6 * hourMs,
    },
    signOn: isLarge ? (active.find(({ plan }) => plan === 'enterprise')?.index ?? null) : null,
    slow: {
      stores: new Set(
        isLarge
          ? bySize
              .filter(({ gateway, index }) => gateway === 'stripe' && index !== unlucky?.index)
              .slice(4, 6)
              .map(({ index }) => index)
          : [],
      ),
      from: period.now - 50 * hourMs,
      until: period.now - hourMs,
    },
    shortage: isLarge ? { currency: 'USD', from: period.now - 30 * hourMs } : null,
  }
}

/** The day itself, or the Friday before it when it is at a weekend: an outage that nobody notices is none. */
function workingDay(period: Period, day: number): number {
  const weekday = new Date(startOf(period, day)).getUTCDay()
  const back = { 6: 1, 0: 2 }[weekday] ?? 0
  return Math.max(0, day - back)
}
