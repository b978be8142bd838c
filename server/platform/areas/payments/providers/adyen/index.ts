import { credentialFormatMessages } from '../messages.ts'
import type { PaymentProvider } from '../paymentProvider.ts'
import { chargeAdyen } from './charge.ts'
import { adyenDeclineCodes } from './declineCodes.ts'
import { adyenWebhookReader, isAdyenHmacKey } from './events.ts'
import { adyenSteps } from './steps.ts'

export const adyen: PaymentProvider = {
  credentialFormats: {
    WebhookSecret: { isValid: isAdyenHmacKey, message: credentialFormatMessages.adyenHmacKey },
  },
  steps: adyenSteps,
  charge: chargeAdyen,
  findCharge: null,
  webhook: adyenWebhookReader,
  // 7 days (docs.adyen.com, "API idempotency").
  keyLifetimeMs: 167 * 3_600_000,
  declineCodes: adyenDeclineCodes,
}
