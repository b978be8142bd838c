import { Stripe } from 'stripe'
import { boolean, integer, nullable, optional, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import {
  createFallbackEventId,
  getProperty,
  parseCurrency,
  parseEventTime,
  parseEventJson,
  toStorableText,
} from '../eventParts.ts'
import { createUnreadableEvent } from '../verifiedEvent.ts'
import type { DisputeUpdate, VerifiedEvent, PaymentUpdate } from '../verifiedEvent.ts'
import type { WebhookReader } from '../webhookReader.ts'
import { parseProviderAmount } from '../minorUnits.ts'
import { formatDisputeReason } from '../disputeReasons.ts'
import { stripeDisputeReasons } from './disputeReasons.ts'
import { stripeUnits } from './minorUnits.ts'
import {
  parseStripeRefund,
  parseStripeRefundTotal,
  stripeRefundEvents,
  stripeRefundTotalEvent,
} from './refundEvents.ts'
import { parseOrderReference } from '#server/platform/areas/payments/setups/paymentSetup.ts'

const StripeEvent = type({
  id: string(),
  type: string(),
  created: integer(),
  livemode: boolean(),
  data: type({ object: unknown() }),
})
const StripeMetadata = optional(nullable(record(string(), unknown())))
const StripeIntent = type({
  id: string(),
  amount: integer(),
  amount_received: optional(nullable(integer())),
  currency: string(),
  latest_charge: optional(nullable(unknown())),
  metadata: StripeMetadata,
})
const optionalText = optional(nullable(string()))
const StripeCharge = type({
  id: string(),
  amount: integer(),
  amount_captured: optional(nullable(integer())),
  captured: optional(nullable(boolean())),
  currency: string(),
  payment_intent: optional(nullable(unknown())),
  metadata: StripeMetadata,
  failure_code: optionalText,
  outcome: optional(nullable(type({ reason: optionalText, advice_code: optionalText }))),
  payment_method_details: optional(
    nullable(
      type({ card: optional(nullable(type({ brand: optionalText, last4: optionalText }))) }),
    ),
  ),
})

const StripeDispute = type({
  id: string(),
  amount: integer(),
  currency: string(),
  created: integer(),
  status: string(),
  reason: optionalText,
  charge: optional(nullable(unknown())),
  payment_intent: optional(nullable(unknown())),
  evidence_details: optional(nullable(type({ due_by: optional(nullable(integer())) }))),
})

/** Our states of Stripe's. An inquiry that is closed, or prevented, takes no money. */
const stripeDisputeStates = new Map<string, DisputeState>([
  ['needs_response', 'open'],
  ['warning_needs_response', 'open'],
  ['under_review', 'review'],
  ['warning_under_review', 'review'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
])

/** Reads Stripe's events. Null if none of our secrets signed it, or the signature is too old. */
export const stripeWebhookReader: WebhookReader = {
  async read({ platform, body, header, signers }) {
    const signature = header('stripe-signature')
    for (const { mode, webhook } of signers) {
      if (webhook === null || !isSignedByStripe(body, signature, webhook, platform.now())) continue
      const livemode = getProperty(parseEventJson(body), 'livemode')
      if (typeof livemode !== 'boolean' || livemode === (mode === 'live'))
        return [parseStripeEvent(body, mode)]
    }
    return null
  },
  parseSaved: parseStripeEvent,
}

/** The maximum age of a signature, which limits replay attacks. Seconds. */
const signatureToleranceSeconds = 300

/** `whsec_` and the key, whose characters Stripe uses without decoding. */
export const isStripeWebhookSecret = (secret: string): boolean =>
  /^whsec_[A-Za-z0-9+/]{6,128}={0,2}$/.test(secret)

function isSignedByStripe(body: string, signature: string, secret: string, now: Date): boolean {
  if (!isStripeWebhookSecret(secret)) return false
  try {
    // Compares in constant time.
    return Boolean(
      Stripe.webhooks.signature?.verifyHeader(
        body,
        signature,
        secret,
        signatureToleranceSeconds,
        undefined,
        now.getTime(),
      ),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

function parseStripeEvent(body: string, mode: PaymentMode): VerifiedEvent {
  const event = parseEventJson(body)
  const common = {
    id: toStorableText(getProperty(event, 'id')) || createFallbackEventId(body),
    kind: toStorableText(getProperty(event, 'type')) || 'unknown',
    mode,
    body,
  }
  if (!is(event, StripeEvent)) return createUnreadableEvent(common)
  const { object } = event.data
  const at = parseEventTime(event.created)
  const ignoredEvent = { ...common, orderId: null, chargeKey: null, paymentIds: [], update: null }
  if (event.type === 'payment_intent.succeeded' || event.type === 'payment_intent.processing') {
    if (!is(object, StripeIntent) || at === null) return createUnreadableEvent(common)
    const isPaid = event.type === 'payment_intent.succeeded'
    // If only a part was captured, only that part was paid.
    const amount = isPaid ? (object.amount_received ?? object.amount) : object.amount
    const money = toStripeMoney(amount, object.currency)
    if (!money) return createUnreadableEvent(common)
    const update: PaymentUpdate = { status: isPaid ? 'paid' : 'processing', at, ...money }
    return {
      ...common,
      ...toOrderReferences(object.metadata),
      paymentIds: collectPaymentIds(object),
      update,
    }
  }
  if (event.type === 'charge.succeeded') {
    if (!is(object, StripeCharge) || at === null) return createUnreadableEvent(common)
    const money = toStripeMoney(object.amount_captured ?? object.amount, object.currency)
    if (!money) return createUnreadableEvent(common)
    // An authorization is paid once it's captured.
    const update: PaymentUpdate | null =
      object.captured === false ? null : { status: 'paid', at, ...money, card: readCard(object) }
    return {
      ...common,
      ...toOrderReferences(object.metadata),
      paymentIds: collectPaymentIds(object),
      update,
    }
  }
  if (event.type.startsWith('charge.dispute.')) {
    const dispute = is(object, StripeDispute) && at !== null ? toDisputeUpdate(object, at) : null
    if (!is(object, StripeDispute) || !dispute) return createUnreadableEvent(common)
    const paymentIds = [parseStripeId(object.payment_intent), parseStripeId(object.charge)]
    return { ...ignoredEvent, paymentIds: paymentIds.filter((id) => id !== ''), dispute }
  }
  const isRefund = stripeRefundEvents.includes(event.type)
  if (isRefund || event.type === stripeRefundTotalEvent) {
    const parse = isRefund ? parseStripeRefund : parseStripeRefundTotal
    const refundParts = at === null ? null : parse(object, at)
    return refundParts ? { ...common, ...refundParts } : createUnreadableEvent(common)
  }
  if (event.type !== 'charge.failed') return ignoredEvent
  const update = is(object, StripeCharge) && at !== null ? toFailureUpdate(object, at) : null
  if (!is(object, StripeCharge) || !update) return createUnreadableEvent(common)
  return {
    ...common,
    ...toOrderReferences(object.metadata),
    paymentIds: collectPaymentIds(object),
    update,
  }
}

const parseStripeId = (value: unknown): string =>
  toStorableText(typeof value === 'string' ? value : getProperty(value, 'id'))

/** Returns the payment intent first: it identifies the payment at Stripe. */
const collectPaymentIds = (
  object: Infer<typeof StripeIntent> | Infer<typeof StripeCharge>,
): string[] =>
  ('payment_intent' in object
    ? [parseStripeId(object.payment_intent), object.id]
    : [object.id, parseStripeId(getProperty(object, 'latest_charge'))]
  ).filter((id) => id !== '')

const toOrderReferences = (metadata: Infer<typeof StripeMetadata>) => {
  const key = getProperty(metadata, 'charge')
  return {
    orderId: parseOrderReference(toStorableText(getProperty(metadata, 'order'))),
    chargeKey: typeof key === 'string' ? toStorableText(key) : null,
  }
}

function toStripeMoney(
  stripeAmount: number,
  code: string,
): { amount: number; currency: string } | null {
  const currency = parseCurrency(code)
  if (currency === null) return null
  const amount = parseProviderAmount(stripeUnits, stripeAmount, currency)
  return Number.isSafeInteger(amount) ? { amount, currency } : null
}

/** Returns null if the status, amount, or time isn't valid. */
function toDisputeUpdate(dispute: Infer<typeof StripeDispute>, at: string): DisputeUpdate | null {
  const { id, status, created, reason, evidence_details: evidence } = dispute
  const state = stripeDisputeStates.get(status)
  const money = toStripeMoney(dispute.amount, dispute.currency)
  const openedAt = parseEventTime(created)
  if (!state || !money || openedAt === null) return null
  const dueAt = evidence?.due_by ? parseEventTime(evidence.due_by) : null
  return {
    id: toStorableText(id),
    state,
    at,
    openedAt,
    dueAt,
    reason: formatDisputeReason(stripeDisputeReasons, toStorableText(reason)),
    ...money,
  }
}

function readCard({ payment_method_details: details }: Infer<typeof StripeCharge>) {
  const { brand, last4 } = details?.card ?? {}
  return { brand: toStorableText(brand) || null, last4: toStorableText(last4) || null }
}

/**
 * Converts a failed charge. A debit fails days after its charge was created, so `at` is the event's
 * time.
 */
function toFailureUpdate(charge: Infer<typeof StripeCharge>, at: string): PaymentUpdate | null {
  const { outcome, failure_code: code } = charge
  const money = toStripeMoney(charge.amount, charge.currency)
  if (!money) return null
  // The outcome's reason says more than "card_declined".
  const declineCode = code === 'card_declined' ? (outcome?.reason ?? code) : code
  return {
    status: 'failed',
    failure: {
      ...money,
      at,
      decline: { code: toStorableText(declineCode) || 'unknown', advice: outcome?.advice_code },
      card: readCard(charge),
      reference: toStorableText(charge.id),
    },
  }
}
