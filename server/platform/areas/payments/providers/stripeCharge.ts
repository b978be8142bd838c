import { Stripe } from 'stripe'
import { refusesFor } from '#server/platform/core/outgoing/request.ts'
import type { Charge, ChargeRequest, ChargeResult, FindCharge } from '../charges/charge.ts'
import { bySetup, findBySetup, notAsked, notCharged, refusedWith } from '../setups/bySetup.ts'
import type { ChargingPlatform } from '../setups/bySetup.ts'
import { minorAt } from './providerUnits.ts'
import { stripeWith } from './stripe.ts'
import { chargeMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

/**
 * Charges the card of the payment that failed last. Stripe charges once for a key, and tells the same again to whoever asks with
 * it; of what it does not answer nobody knows, so that is asked again.
 */
export const stripeCharge = (platform: ChargingPlatform): Charge =>
  bySetup(platform, ({ credentials, failed }, request) =>
    ask(stripeWith(platform, credentials.secret), request, failed),
  )

const idOf = (of: string | { id: string } | null) => (typeof of === 'string' ? of : of?.id)

/** The status of an answer that refuses for good. Asked with a key of another charge, Stripe answers 400 though it charged. */
function refusalOf(error: unknown): number | null {
  const { StripeError, StripeCardError, StripeIdempotencyError, StripeRateLimitError } =
    Stripe.errors
  const others = [StripeCardError, StripeIdempotencyError, StripeRateLimitError]
  if (!(error instanceof StripeError) || others.some((other) => error instanceof other)) return null
  const { statusCode = 0 } = error
  return refusesFor(statusCode) ? statusCode : null
}

/** The charge that failed. Another account, and the other mode, know nothing of it. */
async function failedCharge(stripe: Stripe, id: string): Promise<Stripe.Charge> {
  try {
    return await stripe.charges.retrieve(id)
  } catch (error) {
    const status = refusalOf(error)
    if (status === null) throw error
    throw notAsked(chargeMessages.stripeLookupStatus(status))
  }
}

async function ask(
  stripe: Stripe,
  { key, amount, currency, orderId }: ChargeRequest,
  failed: string,
): Promise<ChargeResult> {
  const theirs = minorAt('stripe', amount, currency)
  if (theirs === null)
    throw notCharged(chargeMessages.amountNotSupported(gateways.stripe, currency))
  const before = await failedCharge(stripe, failed)
  const [customer, method] = [idOf(before.customer), before.payment_method]
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: theirs,
        currency: currency.toLowerCase(),
        ...(customer ? { customer } : {}),
        ...(method ? { payment_method: method } : {}),
        off_session: true,
        confirm: true,
        metadata: { order: String(orderId), charge: key },
      },
      { idempotencyKey: key },
    )
    return toResult(intent)
  } catch (error) {
    const status = refusalOf(error)
    if (status !== null) throw refusedWith(status, chargeMessages.rejected(gateways.stripe, status))
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const { decline_code: declined, code, advice_code: advice, charge } = error
    return {
      result: 'failed',
      decline: { code: declined ?? code ?? 'unknown', advice },
      reference: charge ?? null,
    }
  }
}

/** What a payment intent says about its charge; canceled, or back to asking for a card, it charges nothing any more. */
function toResult(intent: Stripe.PaymentIntent): ChargeResult {
  const { id, status, latest_charge: charge, last_payment_error: error } = intent
  const reference = idOf(charge) ?? null
  if (status === 'succeeded') return { result: 'paid', reference }
  // An authorization is captured when the order is fulfilled, so nothing else may charge it.
  if (status === 'processing' || status === 'requires_capture')
    return { result: 'processing', reference: id }
  if (status === 'canceled' || status === 'requires_payment_method') {
    const code = error?.decline_code ?? error?.code ?? status
    return { result: 'failed', decline: { code, advice: error?.advice_code }, reference }
  }
  return { result: 'waiting', reference: id }
}

/** Reads a payment intent; one that this account doesn't know says nothing. */
export const findStripeCharge = (platform: ChargingPlatform): FindCharge =>
  findBySetup(platform, async ({ credentials }, _request, paymentId) => {
    const stripe = stripeWith(platform, credentials.secret)
    try {
      return toResult(await stripe.paymentIntents.retrieve(paymentId))
    } catch (error) {
      if (refusalOf(error) === null) throw error
      return null
    }
  })
