import { splitCurrencies } from '../minorUnits.ts'
import type { MinorUnits } from '../minorUnits.ts'

/** Adyen's units (docs.adyen.com/development-resources/currency-codes). */
export const adyenUnits: MinorUnits = {
  zeroDecimals: splitCurrencies('CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  threeDecimals: splitCurrencies('BHD IQD JOD KWD LYD OMR TND'),
  threeDecimalStep: 1,
}
