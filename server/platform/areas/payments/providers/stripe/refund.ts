import type { Stripe } from 'stripe'
import { gateways } from '#shared/areas/payments/gateways.ts'
import {
  createNotRefundedError,
  createRejectedRefundError,
  withRefundLookup,
  withRefundSetup,
} from '../refund.ts'
import type { RefundRequest, RefundResult } from '../refund.ts'
import { chargeMessages } from '../messages.ts'
import { toProviderAmount } from '../minorUnits.ts'
import { getRejectionStatus } from './charge.ts'
import { createStripeClient } from './client.ts'
import { stripeUnits } from './minorUnits.ts'

/** Returns the parameter that names a payment: charges and payment intents have their own. */
const nameStripePayment = (paymentId: string) =>
  paymentId.startsWith('pi_') ? { payment_intent: paymentId } : { charge: paymentId }

/** Converts a refund to a result. One that needs the member is decided later. */
export function toStripeRefundResult({ id, status, failure_reason }: Stripe.Refund): RefundResult {
  if (status === 'succeeded') return { result: 'succeeded', reference: id }
  return status === 'failed' || status === 'canceled'
    ? { result: 'failed', code: failure_reason ?? status, reference: id }
    : { result: 'processing', reference: id }
}

/** Refunds a charge. Stripe refunds once per key, and a repeated request returns the first outcome. */
export const refundStripe = withRefundSetup(
  async ({ platform, credentials, paymentId }, { key, amount, currency, orderId }) => {
    const stripeAmount = toProviderAmount(stripeUnits, amount, currency)
    if (stripeAmount === null)
      throw createNotRefundedError(chargeMessages.amountNotSupported(gateways.stripe, currency))
    const stripe = createStripeClient(platform, credentials.secret)
    try {
      const refund = await stripe.refunds.create(
        {
          ...nameStripePayment(paymentId),
          amount: stripeAmount,
          metadata: { order: String(orderId), refund: key },
        },
        { idempotencyKey: key },
      )
      return toStripeRefundResult(refund)
    } catch (error) {
      const status = getRejectionStatus(error)
      if (status === null) throw error
      const { code } = error as Stripe.errors.StripeError // Only Stripe's errors have a status.
      throw createRejectedRefundError(
        status,
        chargeMessages.rejected(gateways.stripe, code ?? status),
      )
    }
  },
)

/** Loads a refund by its ID, or finds it by our key among the refunds of its charge. */
export const findStripeRefund = withRefundLookup(
  async ({ platform, credentials }, request, reference) => {
    const stripe = createStripeClient(platform, credentials.secret)
    try {
      const refund =
        reference === null
          ? await findByKey(stripe, request)
          : await stripe.refunds.retrieve(reference)
      return refund ? toStripeRefundResult(refund) : null
    } catch (error) {
      if (getRejectionStatus(error) === null) throw error
      return null
    }
  },
)

async function findByKey(stripe: Stripe, { key, paymentId }: RefundRequest) {
  if (paymentId === null) return undefined
  const { data } = await stripe.refunds.list({ ...nameStripePayment(paymentId), limit: 100 })
  return data.find(({ metadata }) => metadata?.['refund'] === key)
}
