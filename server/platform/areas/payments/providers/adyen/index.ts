import type { PaymentProvider } from '../paymentProvider.ts'
import { chargeAdyen } from './charge.ts'
import { adyenDeclineCodes } from './declineCodes.ts'
import { adyenWebhookReader, isAdyenHmacKey } from './events.ts'
import { refundAdyen } from './refund.ts'
import { adyenSteps } from './steps.ts'
import { adyenMessages } from './messages.ts'

export const adyen: PaymentProvider = {
  credentialFormats: {
    WebhookSecret: { isValid: isAdyenHmacKey, message: adyenMessages.hmacKeyFormat },
  },
  steps: adyenSteps,
  charge: chargeAdyen,
  findCharge: null,
  refund: refundAdyen,
  findRefund: null,
  webhook: adyenWebhookReader,
  // 7 days (docs.adyen.com, "API idempotency").
  keyLifetimeMs: 167 * 3_600_000,
  declineCodes: adyenDeclineCodes,
  buildPaymentUrl: (paymentId, mode) =>
    `https://ca-${mode}.adyen.com/ca/ca/accounts/showTx.shtml?pspReference=${encodeURIComponent(paymentId)}&txType=Payment`,
}
