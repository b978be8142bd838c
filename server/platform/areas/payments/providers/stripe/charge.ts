import { Stripe } from 'stripe'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import type { ChargeRequest, ChargeResult } from '../charge.ts'
import {
  withActiveSetup,
  withStoreSetup,
  createNotAttemptedError,
  createNotChargedError,
  createRejectedChargeError,
} from '../withActiveSetup.ts'
import { toProviderAmount } from '../minorUnits.ts'
import { stripeUnits } from './minorUnits.ts'
import { createStripeClient } from './client.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { chargeMessages } from '../messages.ts'
import { stripeMessages } from './messages.ts'

/**
 * Charges the card of the payment that failed last. Stripe charges once per key, and a repeated
 * request returns the first outcome. Without an answer the outcome is unknown, so the request is
 * repeated.
 */
export const chargeStripe = withActiveSetup(({ platform, credentials, failedPaymentId }, request) =>
  createPaymentIntent(createStripeClient(platform, credentials.secret), request, failedPaymentId),
)

const getStripeId = (value: string | { id: string } | null) =>
  typeof value === 'string' ? value : value?.id

/**
 * Returns the status of a final rejection. A key that was used for another charge also gets a 400,
 * although Stripe charged, so it doesn't count.
 */
export function getRejectionStatus(error: unknown): number | null {
  const { StripeError, StripeCardError, StripeIdempotencyError, StripeRateLimitError } =
    Stripe.errors
  const inconclusiveErrors = [StripeCardError, StripeIdempotencyError, StripeRateLimitError]
  if (
    !(error instanceof StripeError) ||
    inconclusiveErrors.some((ErrorClass) => error instanceof ErrorClass)
  )
    return null
  const { statusCode = 0 } = error
  return isDefiniteRejection(statusCode) ? statusCode : null
}

/** Loads the failed charge. Another account, or the other mode, doesn't know it. */
async function loadFailedCharge(stripe: Stripe, id: string): Promise<Stripe.Charge> {
  try {
    return await stripe.charges.retrieve(id)
  } catch (error) {
    const status = getRejectionStatus(error)
    if (status === null) throw error
    throw createNotAttemptedError(stripeMessages.lookupStatus(status))
  }
}

async function createPaymentIntent(
  stripe: Stripe,
  { key, amount, currency, orderId }: ChargeRequest,
  failedChargeId: string,
): Promise<ChargeResult> {
  const stripeAmount = toProviderAmount(stripeUnits, amount, currency)
  if (stripeAmount === null)
    throw createNotChargedError(chargeMessages.amountNotSupported(gateways.stripe, currency))
  const failedCharge = await loadFailedCharge(stripe, failedChargeId)
  const [customer, method] = [getStripeId(failedCharge.customer), failedCharge.payment_method]
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: stripeAmount,
        currency: currency.toLowerCase(),
        ...(customer ? { customer } : {}),
        ...(method ? { payment_method: method } : {}),
        off_session: true,
        confirm: true,
        metadata: { order: String(orderId), charge: key },
      },
      { idempotencyKey: key },
    )
    return toStripeResult(intent)
  } catch (error) {
    const status = getRejectionStatus(error)
    if (status !== null)
      throw createRejectedChargeError(status, chargeMessages.rejected(gateways.stripe, status))
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const { decline_code: declineCode, code, advice_code: advice, charge } = error
    return {
      result: 'failed',
      decline: { code: declineCode ?? code ?? 'unknown', advice },
      reference: charge ?? null,
    }
  }
}

/**
 * Converts a payment intent to a result. An intent that is canceled or needs a new card no longer
 * charges anything.
 */
function toStripeResult(intent: Stripe.PaymentIntent): ChargeResult {
  const { id, status, latest_charge: charge, last_payment_error: error } = intent
  const reference = getStripeId(charge) ?? null
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

/** Loads a payment intent. Null if this account doesn't know it. */
export const findStripeCharge = withStoreSetup(
  async ({ platform, credentials }, _request, paymentId) => {
    const stripe = createStripeClient(platform, credentials.secret)
    try {
      return toStripeResult(await stripe.paymentIntents.retrieve(paymentId))
    } catch (error) {
      if (getRejectionStatus(error) === null) throw error
      return null
    }
  },
)
