import { splitCurrencies } from '../minorUnits.ts'
import type { MinorUnits } from '../minorUnits.ts'

/**
 * Stripe's units (docs.stripe.com/currencies). Stripe counts UGX and ISK in hundredths that are
 * always 00, and HUF and TWD in whole units only for payouts.
 */
export const stripeUnits: MinorUnits = {
  zeroDecimals: splitCurrencies('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'),
  threeDecimals: splitCurrencies('BHD JOD KWD OMR TND'),
  threeDecimalStep: 10,
}
