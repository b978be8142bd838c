import { createAdyenCharger, createAdyenChargeFinder } from '../providers/adyenCharge.ts'
import {
  createBraintreeCharger,
  createBraintreeChargeFinder,
} from '../providers/braintreeCharge.ts'
import { createPaypalChargeFinder, createPaypalCharger } from '../providers/paypalCharge.ts'
import { createStripeChargeFinder, createStripeCharger } from '../providers/stripeCharge.ts'
import type { ChargingPlatform } from '../setups/withActiveSetup.ts'
import type { ChargeFinders, Chargers } from './types.ts'

/**
 * Creates the charger of each gateway. Manual payments charge nothing: they wait for the member.
 */
export const createChargers = (platform: ChargingPlatform): Chargers => ({
  stripe: createStripeCharger(platform),
  adyen: createAdyenCharger(platform),
  paypal: createPaypalCharger(platform),
  braintree: createBraintreeCharger(platform),
  manual: () => Promise.resolve({ result: 'waiting' }),
})

/**
 * Creates the charge finders of providers that look up a payment by its ID. Manual payments are
 * never processing.
 */
export const createChargeFinders = (platform: ChargingPlatform): ChargeFinders => ({
  stripe: createStripeChargeFinder(platform),
  adyen: createAdyenChargeFinder(),
  paypal: createPaypalChargeFinder(platform),
  braintree: createBraintreeChargeFinder(platform),
})
