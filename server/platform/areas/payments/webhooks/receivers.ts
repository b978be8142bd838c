import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { adyenReceiver } from '../providers/adyenEvents.ts'
import { braintreeReceiver } from '../providers/braintreeEvents.ts'
import { paypalReceiver } from '../providers/paypalEvents.ts'
import type { Receiver } from './receiving.ts'
import { stripeReceiver } from '../providers/stripeEvents.ts'

/** Who tells what became of payments; whoever is paid by hand tells nothing. */
export const receivers: Partial<Record<Gateway, Receiver>> = {
  stripe: stripeReceiver,
  adyen: adyenReceiver,
  paypal: paypalReceiver,
  braintree: braintreeReceiver,
}
