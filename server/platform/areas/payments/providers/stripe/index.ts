import type { PaymentProvider } from '../paymentProvider.ts'
import { chargeStripe, findStripeCharge } from './charge.ts'
import { stripeAdviceCodes, stripeDeclineCodes } from './declineCodes.ts'
import { isStripeWebhookSecret, stripeWebhookReader } from './events.ts'
import { findStripeRefund, refundStripe } from './refund.ts'
import { stripeSteps } from './steps.ts'
import { stripeMessages } from './messages.ts'

export const stripe: PaymentProvider = {
  credentialFormats: {
    WebhookSecret: {
      isValid: isStripeWebhookSecret,
      message: stripeMessages.webhookSecretFormat,
    },
  },
  steps: stripeSteps,
  charge: chargeStripe,
  findCharge: findStripeCharge,
  refund: refundStripe,
  findRefund: findStripeRefund,
  webhook: stripeWebhookReader,
  // A day (docs.stripe.com/api/idempotent_requests).
  keyLifetimeMs: 23 * 3_600_000,
  declineCodes: stripeDeclineCodes,
  adviceCodes: stripeAdviceCodes,
  buildPaymentUrl: (paymentId, mode) =>
    `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${encodeURIComponent(paymentId)}`,
}
