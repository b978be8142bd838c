import type { Gateway } from '#shared/payments/attempts.ts'
import { adyenReceiver } from './adyenEvents.ts'
import { braintreeReceiver } from './braintreeEvents.ts'
import { paypalReceiver } from './paypalEvents.ts'
import type { Receiver } from './receiving.ts'
import { stripeReceiver } from './stripeEvents.ts'

/** Who tells what became of payments; whoever is paid by hand tells nothing. */
export const receivers: Partial<Record<Gateway, Receiver>> = {
  stripe: stripeReceiver,
  adyen: adyenReceiver,
  paypal: paypalReceiver,
  braintree: braintreeReceiver,
}
