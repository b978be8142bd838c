import { dayMs, hourMs, instant } from './period.ts'
import type { Period } from './period.ts'
import type { Incidents } from './incidents.ts'
import { chance, pick, pickWeighted, whole } from './random.ts'
import type { Random } from './random.ts'
import type { StorePlan } from './storePlan.ts'

/** A payment that failed. `recoveredAt` is set where the status is `recovered`, and only there. */
export type PaymentAttemptRow = {
  id: number
  storeId: number
  orderId: number
  attemptedAt: string
  amount: number
  currency: string
  gateway: string
  cardBrand: string | null
  cardLast4: string | null
  attempt: number
  reason: Reason
  rawCode: string
  status: 'open' | 'scheduled' | 'waiting' | 'recovered' | 'abandoned' | 'dismissed'
  recoveredAt: string | null
}

type Reason =
  | 'insufficient_funds'
  | 'expired_card'
  | 'authentication_required'
  | 'fraud_block'
  | 'gateway_error'
  | 'configuration'

/**
 * How often each reason comes, what gateways call it, what a failure stays in that is not settled, how often it is
 * recovered, and how often it is tried again at most.
 */
const reasons: Record<
  Reason,
  {
    weight: number
    codes: readonly string[]
    stays: 'open' | 'scheduled' | 'waiting'
    saved: number
    retries?: number
  }
> = {
  insufficient_funds: {
    weight: 40,
    codes: ['insufficient_funds', '51', 'NOT_ENOUGH_BALANCE'],
    stays: 'scheduled',
    saved: 0.62,
    retries: 3,
  },
  authentication_required: {
    weight: 21,
    codes: ['authentication_required', '65', '3D_SECURE_REQUIRED'],
    stays: 'waiting',
    saved: 0.7,
  },
  expired_card: { weight: 18, codes: ['expired_card', '54'], stays: 'waiting', saved: 0.45 },
  fraud_block: {
    weight: 10,
    codes: ['fraudulent', '59', 'RISK_REJECTED'],
    stays: 'open',
    saved: 0.12,
  },
  gateway_error: {
    weight: 10,
    codes: ['processing_error', '503', 'TIMEOUT'],
    stays: 'scheduled',
    saved: 0.9,
  },
  configuration: {
    weight: 1,
    codes: ['merchant_account_invalid', 'CURRENCY_NOT_ENABLED'],
    stays: 'open',
    saved: 0,
  },
}

const usual = Object.fromEntries(
  Object.entries(reasons).map(([reason, { weight }]) => [reason, weight]),
) as Record<Reason, number> // The keys are those of the table.

const brands = { visa: 48, mastercard: 32, amex: 10, maestro: 6, discover: 4 }
const usualFailures = 0.035

/** Failures younger than this are not given up yet. */
const settledAfter = 6 * dayMs

/** Days from the order to its second, third and fourth attempt. */
const retryDays = [1, 3, 5] as const

/** Why the payment of an order fails; null where it does not. */
export function failureOf(plan: StorePlan, at: number, incidents: Incidents): Reason | null {
  const { random, gateway, index } = plan
  const draw = random()
  if (gateway === null) return null
  const { misconfigured, outage } = incidents
  if (misconfigured?.store === index && at >= misconfigured.from)
    return draw < 0.92 ? 'configuration' : null
  if (outage.gateway === gateway && at >= outage.from && at < outage.until)
    return draw < 0.9 ? 'gateway_error' : null
  return draw < usualFailures ? pickWeighted(random, usual) : null
}

type Failed = { id: number; storeId: number; placedAt: number; amount: number; currency: string }

/** The attempts of an order whose payment failed, all with the outcome that the order has by now. */
export function attemptsOf(
  { random, gateway }: StorePlan,
  order: Failed,
  reason: Reason,
  { period, newId }: { period: Period; newId: () => number },
): PaymentAttemptRow[] {
  const { codes, stays, saved, retries = 0 } = reasons[reason]
  const planned = [0, ...retryDays.slice(0, whole(random, 0, retries))]
  const times = planned
    .map((days) => order.placedAt + days * dayMs + (days ? whole(random, 0, 90) * 60_000 : 0))
    .filter((at) => at <= period.now)
  const last = times.at(-1) ?? order.placedAt
  const recoveredAt = last + whole(random, 1, reason === 'gateway_error' ? 10 : 60) * hourMs
  const [isSaved, isDismissed] = [chance(random, saved), chance(random, 0.3)]
  const status =
    isSaved && recoveredAt <= period.now && times.length === planned.length
      ? 'recovered'
      : period.now - last < settledAfter
        ? stays
        : isDismissed
          ? 'dismissed'
          : 'abandoned'
  const card = cardFor(random, gateway)
  return times.map((at, index) => ({
    id: newId(),
    storeId: order.storeId,
    orderId: order.id,
    attemptedAt: instant(at),
    amount: order.amount,
    currency: order.currency,
    gateway: gateway ?? 'manual',
    ...card,
    attempt: index + 1,
    reason,
    rawCode: pick(random, codes),
    status,
    recoveredAt: status === 'recovered' ? instant(recoveredAt) : null,
  }))
}

function cardFor(random: Random, gateway: string | null) {
  const last4 = String(whole(random, 0, 9999)).padStart(4, '0')
  const brand = pickWeighted(random, brands)
  // Who pays from an account with the gateway shows no card.
  const cardless = gateway === 'paypal' && chance(random, 0.7)
  return cardless ? { cardBrand: null, cardLast4: null } : { cardBrand: brand, cardLast4: last4 }
}
