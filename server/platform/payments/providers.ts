import { adyenCharge } from '../paymentSetups/providers/adyenCharge.ts'
import { braintreeCharge } from '../paymentSetups/providers/braintreeCharge.ts'
import { paypalCharge } from '../paymentSetups/providers/paypalCharge.ts'
import { stripeCharge } from '../paymentSetups/providers/stripeCharge.ts'
import type { Platform } from '../platform.ts'
import type { Chargers } from './charge.ts'

/** Who charges by which gateway. Whoever pays by hand is asked to, and nothing is charged. */
export const chargersOf = (platform: Omit<Platform, 'chargers'>): Chargers => ({
  stripe: stripeCharge(platform),
  adyen: adyenCharge(platform),
  paypal: paypalCharge(platform),
  braintree: braintreeCharge(platform),
  manual: () => Promise.resolve({ result: 'waiting' }),
})
