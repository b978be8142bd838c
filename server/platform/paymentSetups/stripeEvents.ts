import { Stripe } from 'stripe'
import { paymentModes } from '#shared/paymentSetups/choices.ts'
import type { PaymentMode } from '#shared/paymentSetups/choices.ts'
import type { Genuine, Told } from './events.ts'

/** What a payment is told to be of, when it begins. */
export const orderOf = ({ order }: Stripe.Metadata): number | null =>
  order !== undefined && /^[1-9]\d{0,9}$/.test(order) ? Number(order) : null

type Given = {
  body: string
  signature: string
  /** By mode; of one that was changed the one before counts, too. */
  secrets: Record<PaymentMode, readonly string[]>
  now: Date
}

/** An event of Stripe; null where no secret of ours signed it, or not of late. */
export function readStripeEvent({ body, signature, secrets, now }: Given): Genuine | null {
  for (const mode of Object.keys(paymentModes) as PaymentMode[])
    for (const secret of secrets[mode]) {
      const event = verified(body, signature, secret, now)
      if (event && event.livemode === (mode === 'live')) return genuine(event, mode, body)
    }
  return null
}

/** So old may a signature be: who listened in sends it later. Seconds. */
const tolerance = 300

function verified(body: string, signature: string, secret: string, now: Date): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      tolerance,
      undefined,
      now.getTime(),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

/** What was kept of an event that was genuine. */
export const keptStripeEvent = (body: string, mode: PaymentMode): Genuine =>
  genuine(JSON.parse(body), mode, body)

function genuine(event: Stripe.Event, mode: PaymentMode, body: string): Genuine {
  const common = { id: event.id, kind: event.type, mode, body }
  if (event.type === 'payment_intent.succeeded') {
    const at = instantOf(event.created)
    return { ...common, orderId: orderOf(event.data.object.metadata), told: { what: 'paid', at } }
  }
  if (event.type !== 'charge.failed') return { ...common, orderId: null, told: null }
  const charge = event.data.object
  return { ...common, orderId: orderOf(charge.metadata), told: failureOf(charge) }
}

const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString()

function failureOf(charge: Stripe.Charge): Told {
  const { outcome, failure_code: code, payment_method_details: details } = charge
  const { brand = null, last4 = null } = details?.card ?? {}
  // A decline of a bank is told by its own code, which says more than "card_declined".
  const told = code === 'card_declined' ? (outcome?.reason ?? code) : code
  return {
    what: 'failed',
    failure: {
      amount: charge.amount,
      currency: charge.currency.toUpperCase(),
      at: instantOf(charge.created),
      decline: { code: told ?? 'unknown', advice: outcome?.advice_code },
      card: { brand, last4 },
      reference: charge.id,
    },
  }
}
