import { integer, nullable, optional, record, string, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getProperty, parseCurrency, toStorableText } from '../eventParts.ts'
import { parseProviderAmount } from '../minorUnits.ts'
import type { VerifiedEvent } from '../verifiedEvent.ts'
import { parseOrderReference } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import { stripeUnits } from './minorUnits.ts'

/** Events about one refund, and the event about the total that was refunded of a charge. */
export const stripeRefundEvents: readonly string[] = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
]
export const stripeRefundTotalEvent = 'charge.refunded'

const StripeRefund = type({
  id: string(),
  amount: integer(),
  currency: string(),
  charge: optional(nullable(unknown())),
  payment_intent: optional(nullable(unknown())),
  metadata: optional(nullable(record(string(), unknown()))),
  status: optional(nullable(string())),
  failure_reason: optional(nullable(string())),
})
const RefundedCharge = type({
  id: string(),
  amount_refunded: integer(),
  currency: string(),
  payment_intent: optional(nullable(unknown())),
})

type RefundEventParts = Pick<
  VerifiedEvent,
  'orderId' | 'chargeKey' | 'paymentIds' | 'update' | 'refund' | 'refundTotal'
>

const getIds = (...values: unknown[]): string[] =>
  values
    .map((value) => toStorableText(typeof value === 'string' ? value : getProperty(value, 'id')))
    .filter((id) => id !== '')

function parseMoney(stripeAmount: number, code: string) {
  const currency = parseCurrency(code)
  if (currency === null) return null
  const amount = parseProviderAmount(stripeUnits, stripeAmount, currency)
  return Number.isSafeInteger(amount) ? { amount, currency } : null
}

const stripeRefundStates = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
  pending: 'processing',
  requires_action: 'processing',
} as const

/** Reads the refund in an event. Null if a part that we read isn't valid. */
export function parseStripeRefund(object: unknown, at: string): RefundEventParts | null {
  if (!is(object, StripeRefund)) return null
  const { id, amount, currency, charge, payment_intent: intent, metadata, failure_reason } = object
  const status = object.status ?? ''
  const money = parseMoney(amount, currency)
  if (!money || !Object.hasOwn(stripeRefundStates, status)) return null
  const state = stripeRefundStates[status as keyof typeof stripeRefundStates] // Just checked.
  return {
    orderId: parseOrderReference(toStorableText(getProperty(metadata, 'order'))),
    chargeKey: null,
    paymentIds: getIds(charge, intent),
    update: null,
    refund: {
      ...money,
      state,
      at,
      reference: toStorableText(id),
      key: toStorableText(getProperty(metadata, 'refund')) || null,
      code: toStorableText(failure_reason) || status,
    },
  }
}

/** Reads the total that was refunded of a charge. Null if a part that we read isn't valid. */
export function parseStripeRefundTotal(object: unknown, at: string): RefundEventParts | null {
  if (!is(object, RefundedCharge)) return null
  const money = parseMoney(object.amount_refunded, object.currency)
  return (
    money && {
      orderId: parseOrderReference(
        toStorableText(getProperty(getProperty(object, 'metadata'), 'order')),
      ),
      chargeKey: null,
      paymentIds: getIds(object.id, object.payment_intent),
      update: null,
      refundTotal: { ...money, at },
    }
  )
}
