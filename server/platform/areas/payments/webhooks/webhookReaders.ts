import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { adyenWebhookReader } from '../providers/adyenEvents.ts'
import { braintreeWebhookReader } from '../providers/braintreeEvents.ts'
import { paypalWebhookReader } from '../providers/paypalEvents.ts'
import type { WebhookReader } from './webhookReader.ts'
import { stripeWebhookReader } from '../providers/stripeEvents.ts'

/** Webhook readers by gateway. Manual payments have none. */
export const webhookReaders: Partial<Record<Gateway, WebhookReader>> = {
  stripe: stripeWebhookReader,
  adyen: adyenWebhookReader,
  paypal: paypalWebhookReader,
  braintree: braintreeWebhookReader,
}
