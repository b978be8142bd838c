import { createAdyenCharger, createAdyenChargeFinder } from '../providers/adyen/charge.ts'
import {
  createBraintreeCharger,
  createBraintreeChargeFinder,
} from '../providers/braintree/charge.ts'
import { createPaypalChargeFinder, createPaypalCharger } from '../providers/paypal/charge.ts'
import { createStripeChargeFinder, createStripeCharger } from '../providers/stripe/charge.ts'
import type { ChargingPlatform } from '../providers/withActiveSetup.ts'
import type { ChargeFinders, Chargers } from '../providers/charge.ts'

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
