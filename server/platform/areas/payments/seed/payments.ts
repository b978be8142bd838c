import { createHash } from 'node:crypto'
import type { FailureReason } from '#shared/areas/payments/attempts.ts'
import { cardEndings } from './cardEndings.ts'
import { msPerDay, msPerHour, toIsoTime } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import type { DemoIncidents } from '#server/platform/demoData/incidents.ts'
import { classifyDecline } from '../charges/classifyDecline.ts'
import {
  rollChance,
  pickRandom,
  pickWeighted,
  pickInteger,
} from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'
import type { PaymentAttemptRow, PlannedGateway } from '#server/platform/demoData/rows.ts'

/**
 * For each reason: its frequency, the codes of gateways, its status while unsettled, the share that
 * recovers, and the maximum number of retries.
 */
const failureReasons: Record<
  FailureReason,
  {
    weight: number
    codes: Record<PlannedGateway, readonly string[]>
    stays: 'open' | 'scheduled' | 'waiting'
    saved: number
    retries?: number
  }
> = {
  insufficient_funds: {
    weight: 40,
    codes: { stripe: ['insufficient_funds'], adyen: ['12'], paypal: ['5120'], braintree: ['2001'] },
    stays: 'scheduled',
    saved: 0.62,
    retries: 3,
  },
  authentication_required: {
    weight: 21,
    codes: {
      stripe: ['authentication_required'],
      adyen: ['38', '11'],
      paypal: ['5650'],
      braintree: ['2099'],
    },
    stays: 'waiting',
    saved: 0.7,
  },
  expired_card: {
    weight: 18,
    codes: { stripe: ['expired_card'], adyen: ['6'], paypal: ['5400'], braintree: ['2004'] },
    stays: 'waiting',
    saved: 0.45,
  },
  fraud_block: {
    weight: 10,
    codes: {
      stripe: ['fraudulent', 'lost_card'],
      adyen: ['20', '31'],
      paypal: ['9500'],
      braintree: ['2014'],
    },
    stays: 'open',
    saved: 0.12,
  },
  gateway_error: {
    weight: 10,
    codes: {
      stripe: ['processing_error'],
      adyen: ['4', '9'],
      paypal: ['INTERNAL_SERVER_ERROR'],
      braintree: ['3000'],
    },
    stays: 'scheduled',
    saved: 0.9,
  },
  configuration: {
    // Setups that work reject nothing: only a broken one has such failures (incidents.ts).
    weight: 0,
    codes: {
      stripe: ['account_invalid'],
      adyen: ['901'],
      paypal: ['PAYEE_ACCOUNT_RESTRICTED'],
      braintree: ['2026'],
    },
    stays: 'open',
    saved: 0,
  },
}

const reasonWeights = Object.fromEntries(
  Object.entries(failureReasons).map(([reason, { weight }]) => [reason, weight]),
) as Record<FailureReason, number> // The keys of the table.

const cardBrandWeights = { visa: 48, mastercard: 32, amex: 10, maestro: 6, discover: 4 }
const failureRate = 0.035

const settledAfterMs = 6 * msPerDay

/** Days from the order to its second, third, and fourth attempt. */
const retryDays = [1, 3, 5] as const

/** Picks why the payment of an order fails; null if it succeeds. */
export function pickFailureReason(
  plan: StorePlan,
  at: number,
  incidents: DemoIncidents,
): FailureReason | null {
  const { random, gateway, index } = plan
  const draw = random()
  if (gateway === null) return null
  const { misconfigured, outage, slow } = incidents
  if (misconfigured?.store === index && at >= misconfigured.from) return 'configuration'
  if (outage.gateway === gateway && at >= outage.from && at < outage.until)
    return draw < 0.9 ? 'gateway_error' : null
  if (slow.stores.has(index) && at >= slow.from && at < slow.until)
    return draw < 0.2 ? 'gateway_error' : null
  return draw < failureRate ? pickWeighted(random, reasonWeights) : null
}

type FailedOrder = {
  id: number
  storeId: number
  placedAt: number
  amount: number
  currency: string
}

export function generateAttempts(
  { random, gateway }: Pick<StorePlan, 'random'> & { gateway: PlannedGateway },
  order: FailedOrder,
  reason: FailureReason,
  {
    recoversUntil,
    period,
    newId,
    settled,
  }: {
    /** Payments after this time don't succeed. */
    recoversUntil: number
    period: SeedPeriod
    newId: () => number
    settled?: 'abandoned' | undefined
  },
): PaymentAttemptRow[] {
  const { codes, stays, saved, retries = 0 } = failureReasons[reason]
  const planned = [0, ...retryDays.slice(0, pickInteger(random, 0, retries))]
  const times = planned
    .map(
      (days) => order.placedAt + days * msPerDay + (days ? pickInteger(random, 0, 90) * 60_000 : 0),
    )
    .filter((at) => at <= period.now)
  const last = times.at(-1) ?? order.placedAt
  const recoveredAt =
    last + pickInteger(random, 1, reason === 'gateway_error' ? 10 : 60) * msPerHour
  const [isSaved, isDismissed] = [rollChance(random, saved), rollChance(random, 0.3)]
  const status =
    settled ??
    (isSaved && recoveredAt <= recoversUntil && times.length === planned.length
      ? 'recovered'
      : period.now - last < settledAfterMs
        ? stays
        : isDismissed
          ? 'dismissed'
          : 'abandoned')
  const card = pickCard(random, gateway)
  const next = getNextRetry(reason, {
    last,
    times,
    planned,
    placedAt: order.placedAt,
    now: period.now,
  })
  return times.map((at, index) => {
    const code = pickRandom(random, codes[gateway])
    const id = newId()
    const { retryable, actor } = classifyDecline(gateway, { code })
    return {
      id,
      storeId: order.storeId,
      orderId: order.id,
      attemptedAt: toIsoTime(at),
      amount: order.amount,
      currency: order.currency,
      gateway,
      ...card,
      attempt: index + 1,
      reason,
      rawCode: code,
      status,
      recoveredAt: status === 'recovered' ? toIsoTime(recoveredAt) : null,
      retryable,
      actor,
      nextRetryAt: status === 'scheduled' ? toIsoTime(next) : null,
      reference: buildReference(gateway, id),
    }
  })
}

/** The format of each provider's payment IDs: a prefix, and the number of letters and digits. */
const referenceFormats: Record<PlannedGateway, { prefix: string; length: number; upper: boolean }> =
  {
    stripe: { prefix: 'ch_3', length: 21, upper: false },
    adyen: { prefix: '', length: 16, upper: true },
    paypal: { prefix: '', length: 17, upper: true },
    braintree: { prefix: '', length: 8, upper: false },
  }

/**
 * Builds the provider's ID of a failed payment, by which it's charged again. Derived from our ID,
 * so no two are equal.
 */
function buildReference(gateway: PlannedGateway, id: number): string {
  const { prefix, length, upper } = referenceFormats[gateway]
  const hash = createHash('sha256').update(`${gateway}-${id}`).digest('hex')
  const letters = BigInt(`0x${hash}`).toString(36).slice(0, length)
  return prefix + (upper ? letters.toUpperCase() : letters)
}

function getNextRetry(
  reason: FailureReason,
  timing: { last: number; times: number[]; planned: number[]; placedAt: number; now: number },
): number {
  const days = timing.planned[timing.times.length]
  const at =
    days === undefined
      ? timing.last + settledAfterMs
      : timing.last + (days - (timing.planned[timing.times.length - 1] ?? 0)) * msPerDay
  return Math.max(
    reason === 'gateway_error' ? timing.now + 2 * msPerHour : at,
    timing.now + msPerHour,
  )
}

function pickCard(random: RandomSource, gateway: string | null) {
  const last4 = cardEndings[pickInteger(random, 0, 9999) % cardEndings.length] ?? null
  const brand = pickWeighted(random, cardBrandWeights)
  const cardless = gateway === 'paypal' && rollChance(random, 0.7)
  return cardless ? { cardBrand: null, cardLast4: null } : { cardBrand: brand, cardLast4: last4 }
}
