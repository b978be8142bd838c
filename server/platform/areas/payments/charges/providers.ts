import { adyenCharge, findAdyenCharge } from '../providers/adyenCharge.ts'
import { braintreeCharge, findBraintreeCharge } from '../providers/braintreeCharge.ts'
import { findPaypalCharge, paypalCharge } from '../providers/paypalCharge.ts'
import { findStripeCharge, stripeCharge } from '../providers/stripeCharge.ts'
import type { ChargingPlatform } from '../setups/bySetup.ts'
import type { ChargeFinders, Chargers } from './charge.ts'

/** Who charges by which gateway. Whoever pays by hand is asked to, and nothing is charged. */
export const chargersOf = (platform: ChargingPlatform): Chargers => ({
  stripe: stripeCharge(platform),
  adyen: adyenCharge(platform),
  paypal: paypalCharge(platform),
  braintree: braintreeCharge(platform),
  manual: () => Promise.resolve({ result: 'waiting' }),
})

/** Providers that know the state of a payment by its ID. Manual payments are never in processing. */
export const createChargeFinders = (platform: ChargingPlatform): ChargeFinders => ({
  stripe: findStripeCharge(platform),
  adyen: findAdyenCharge(),
  paypal: findPaypalCharge(platform),
  braintree: findBraintreeCharge(platform),
})
