import { credentialFormatMessages } from '../messages.ts'
import type { PaymentProvider } from '../paymentProvider.ts'
import { chargePaypal, findPaypalCharge } from './charge.ts'
import { paypalAdviceCodes, paypalDeclineCodes } from './declineCodes.ts'
import { isPaypalWebhookId, paypalWebhookReader } from './events.ts'
import { paypalSteps } from './steps.ts'

export const paypal: PaymentProvider = {
  credentialFormats: {
    WebhookSecret: {
      isValid: isPaypalWebhookId,
      message: credentialFormatMessages.paypalWebhookId,
    },
  },
  steps: paypalSteps,
  charge: chargePaypal,
  findCharge: findPaypalCharge,
  webhook: paypalWebhookReader,
  // The key is also the invoice's ID, which PayPal never forgets.
  keyLifetimeMs: Infinity,
  declineCodes: paypalDeclineCodes,
  adviceCodes: paypalAdviceCodes,
}
