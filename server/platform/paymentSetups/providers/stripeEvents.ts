import { Stripe } from 'stripe'
import type { PaymentMode } from '#shared/paymentSetups/choices.ts'
import type { Genuine, Told } from '../events.ts'
import type { Receiver } from '../receiving.ts'
import { minorFrom } from './providerUnits.ts'
import { orderNamed } from '../setUp.ts'

/** Events of Stripe; null where no secret of ours signed it, or not of late. */
export const stripeReceiver: Receiver = {
  async read({ platform, body, header, signers }) {
    const signature = header('stripe-signature')
    for (const { mode, webhook } of signers) {
      const event = webhook && verified(body, signature, webhook, platform.now())
      if (event && event.livemode === (mode === 'live')) return [genuine(event, mode, body)]
    }
    return null
  },
  kept: (body, mode) => genuine(JSON.parse(body), mode, body),
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

function genuine(event: Stripe.Event, mode: PaymentMode, body: string): Genuine {
  const common = { id: event.id, kind: event.type, mode, body }
  if (event.type === 'payment_intent.succeeded') {
    const at = instantOf(event.created)
    return {
      ...common,
      orderId: orderNamed(event.data.object.metadata['order'] ?? ''),
      told: { what: 'paid', at },
    }
  }
  if (event.type !== 'charge.failed') return { ...common, orderId: null, told: null }
  const charge = event.data.object
  return { ...common, orderId: orderNamed(charge.metadata['order'] ?? ''), told: failureOf(charge) }
}

const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString()

function failureOf(charge: Stripe.Charge): Told {
  const { outcome, failure_code: code, payment_method_details: details } = charge
  const currency = charge.currency.toUpperCase()
  const { brand = null, last4 = null } = details?.card ?? {}
  // A decline of a bank is told by its own code, which says more than "card_declined".
  const told = code === 'card_declined' ? (outcome?.reason ?? code) : code
  return {
    what: 'failed',
    failure: {
      amount: minorFrom('stripe', charge.amount, currency),
      currency,
      at: instantOf(charge.created),
      decline: { code: told ?? 'unknown', advice: outcome?.advice_code },
      card: { brand, last4 },
      reference: charge.id,
    },
  }
}
