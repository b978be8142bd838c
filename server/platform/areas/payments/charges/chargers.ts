import { createAdyenCharger, createAdyenChargeFinder } from '../providers/adyenCharge.ts'
import {
  createBraintreeCharger,
  createBraintreeChargeFinder,
} from '../providers/braintreeCharge.ts'
import { createPaypalChargeFinder, createPaypalCharger } from '../providers/paypalCharge.ts'
import { createStripeChargeFinder, createStripeCharger } from '../providers/stripeCharge.ts'
import type { ChargingPlatform } from '../setups/withActiveSetup.ts'
import type { ChargeFinders, Chargers } from './types.ts'

/** Who charges by which gateway. Whoever pays by hand is asked to, and nothing is charged. */
export const createChargers = (platform: ChargingPlatform): Chargers => ({
  stripe: createStripeCharger(platform),
  adyen: createAdyenCharger(platform),
  paypal: createPaypalCharger(platform),
  braintree: createBraintreeCharger(platform),
  manual: () => Promise.resolve({ result: 'waiting' }),
})

/** Providers that know the state of a payment by its ID. Manual payments are never in processing. */
export const createChargeFinders = (platform: ChargingPlatform): ChargeFinders => ({
  stripe: createStripeChargeFinder(platform),
  adyen: createAdyenChargeFinder(),
  paypal: createPaypalChargeFinder(platform),
  braintree: createBraintreeChargeFinder(platform),
})
