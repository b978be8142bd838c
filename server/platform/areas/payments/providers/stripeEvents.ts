import { Stripe } from 'stripe'
import { boolean, integer, nullable, optional, record, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { isStripeWebhookSecret } from '../setups/credentialFormats.ts'
import {
  digestBody,
  getProperty,
  parseCurrency,
  parseEventTime,
  parseJson,
  toStorableText,
} from '../webhooks/eventParts.ts'
import { createUnreadableEvent } from '../webhooks/genuineEvent.ts'
import type { Genuine, Told } from '../webhooks/genuineEvent.ts'
import type { Receiver } from '../webhooks/receiving.ts'
import { minorFrom } from './providerUnits.ts'
import { orderNamed } from '../setups/setUp.ts'

const Event = type({
  id: string(),
  type: string(),
  created: integer(),
  livemode: boolean(),
  data: type({ object: unknown() }),
})
const Metadata = optional(nullable(record(string(), unknown())))
const Intent = type({
  id: string(),
  amount: integer(),
  amount_received: optional(nullable(integer())),
  currency: string(),
  latest_charge: optional(nullable(unknown())),
  metadata: Metadata,
})
const text = optional(nullable(string()))
const Charge = type({
  id: string(),
  amount: integer(),
  currency: string(),
  payment_intent: optional(nullable(unknown())),
  metadata: Metadata,
  failure_code: text,
  outcome: optional(nullable(type({ reason: text, advice_code: text }))),
  payment_method_details: optional(
    nullable(type({ card: optional(nullable(type({ brand: text, last4: text }))) })),
  ),
})

/** Events of Stripe; null where no secret of ours signed it, or not of late. */
export const stripeReceiver: Receiver = {
  async read({ platform, body, header, signers }) {
    const signature = header('stripe-signature')
    for (const { mode, webhook } of signers) {
      if (webhook === null || !isSigned(body, signature, webhook, platform.now())) continue
      const livemode = getProperty(parseJson(body), 'livemode')
      if (typeof livemode !== 'boolean' || livemode === (mode === 'live'))
        return [parseEvent(body, mode)]
    }
    return null
  },
  kept: parseEvent,
}

/** So old may a signature be: who listened in sends it later. Seconds. */
const tolerance = 300

function isSigned(body: string, signature: string, secret: string, now: Date): boolean {
  if (!isStripeWebhookSecret(secret)) return false
  try {
    // It compares in constant time.
    return Boolean(
      Stripe.webhooks.signature?.verifyHeader(
        body,
        signature,
        secret,
        tolerance,
        undefined,
        now.getTime(),
      ),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

function parseEvent(body: string, mode: PaymentMode): Genuine {
  const event = parseJson(body)
  const common = {
    id: toStorableText(getProperty(event, 'id')) || digestBody(body),
    kind: toStorableText(getProperty(event, 'type')) || 'unknown',
    mode,
    body,
  }
  if (!is(event, Event)) return createUnreadableEvent(common)
  const { object } = event.data
  const at = parseEventTime(event.created)
  const ignored = { ...common, orderId: null, chargeKey: null, paymentIds: [], told: null }
  if (event.type === 'payment_intent.succeeded' || event.type === 'payment_intent.processing') {
    if (!is(object, Intent) || at === null) return createUnreadableEvent(common)
    const isPaid = event.type === 'payment_intent.succeeded'
    // Of a part that was captured, only that part was paid.
    const amount = isPaid ? (object.amount_received ?? object.amount) : object.amount
    const money = toMoney(amount, object.currency)
    if (!money) return createUnreadableEvent(common)
    const told: Told = { what: isPaid ? 'paid' : 'processing', at, ...money }
    return { ...common, ...toNames(object.metadata), paymentIds: idsIn(object), told }
  }
  if (event.type !== 'charge.failed') return ignored
  const told = is(object, Charge) && at !== null ? toFailure(object, at) : null
  if (!is(object, Charge) || !told) return createUnreadableEvent(common)
  return { ...common, ...toNames(object.metadata), paymentIds: idsIn(object), told }
}

const idOf = (value: unknown): string =>
  toStorableText(typeof value === 'string' ? value : getProperty(value, 'id'))

/** The payment intent first: by it, Stripe is asked. */
const idsIn = (object: Infer<typeof Intent> | Infer<typeof Charge>): string[] =>
  ('payment_intent' in object
    ? [idOf(object.payment_intent), object.id]
    : [object.id, idOf(getProperty(object, 'latest_charge'))]
  ).filter((id) => id !== '')

const toNames = (metadata: Infer<typeof Metadata>) => {
  const key = getProperty(metadata, 'charge')
  return {
    orderId: orderNamed(toStorableText(getProperty(metadata, 'order'))),
    chargeKey: typeof key === 'string' ? toStorableText(key) : null,
  }
}

function toMoney(theirs: number, code: string): { amount: number; currency: string } | null {
  const currency = parseCurrency(code)
  if (currency === null) return null
  const amount = minorFrom('stripe', theirs, currency)
  return Number.isSafeInteger(amount) ? { amount, currency } : null
}

/** A debit fails days after its charge was created, so the time is that of the event. */
function toFailure(charge: Infer<typeof Charge>, at: string): Told | null {
  const { outcome, failure_code: code, payment_method_details: details } = charge
  const money = toMoney(charge.amount, charge.currency)
  if (!money) return null
  const { brand, last4 } = details?.card ?? {}
  // A decline of a bank is told by its own code, which says more than "card_declined".
  const told = code === 'card_declined' ? (outcome?.reason ?? code) : code
  return {
    what: 'failed',
    failure: {
      ...money,
      at,
      decline: { code: toStorableText(told) || 'unknown', advice: outcome?.advice_code },
      card: { brand: toStorableText(brand) || null, last4: toStorableText(last4) || null },
      reference: toStorableText(charge.id),
    },
  }
}
