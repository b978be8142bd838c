import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { adyenWebhookReader } from '../providers/adyen/events.ts'
import { braintreeWebhookReader } from '../providers/braintree/events.ts'
import { paypalWebhookReader } from '../providers/paypal/events.ts'
import type { WebhookReader } from '../providers/webhookReader.ts'
import { stripeWebhookReader } from '../providers/stripe/events.ts'

/** Webhook readers by gateway. Manual payments have none. */
export const webhookReaders: Partial<Record<Gateway, WebhookReader>> = {
  stripe: stripeWebhookReader,
  adyen: adyenWebhookReader,
  paypal: paypalWebhookReader,
  braintree: braintreeWebhookReader,
}
