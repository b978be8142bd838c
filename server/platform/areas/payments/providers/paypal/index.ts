import type { PaymentProvider } from '../paymentProvider.ts'
import { chargePaypal, findPaypalCharge } from './charge.ts'
import { paypalAdviceCodes, paypalDeclineCodes } from './declineCodes.ts'
import { isPaypalWebhookId, paypalWebhookReader } from './events.ts'
import { findPaypalRefund, refundPaypal } from './refund.ts'
import { paypalSteps } from './steps.ts'
import { paypalMessages } from './messages.ts'

export const paypal: PaymentProvider = {
  credentialFormats: {
    WebhookSecret: {
      isValid: isPaypalWebhookId,
      message: paypalMessages.webhookIdFormat,
    },
  },
  steps: paypalSteps,
  charge: chargePaypal,
  findCharge: findPaypalCharge,
  refund: refundPaypal,
  findRefund: findPaypalRefund,
  webhook: paypalWebhookReader,
  // The key is also the invoice's ID, which PayPal never forgets.
  keyLifetimeMs: Infinity,
  // 45 days (PayPal's API document, "PayPal-Request-Id").
  refundKeyLifetimeMs: 44 * 24 * 3_600_000,
  declineCodes: paypalDeclineCodes,
  adviceCodes: paypalAdviceCodes,
  buildPaymentUrl: (paymentId, mode) =>
    `https://www.${mode === 'test' ? 'sandbox.' : ''}paypal.com/activity/payment/${encodeURIComponent(paymentId)}`,
}
