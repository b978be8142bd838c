import { getFractionDigits } from '#shared/format/money.ts'

const splitWords = (text: string) => text.split(' ')
const threeDecimalCurrencies = splitWords('BHD JOD KWD OMR TND')
const zeroDecimalCurrencies = splitWords('DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF')

/**
 * How many decimal places an amount has at those who count in minor units, where it is not two; ours are in currencyDecimals.ts, which
 * has none for HUF. Stripe counts UGX and ISK in hundredths that are always 00, and HUF and TWD whole only in payouts. Stripe: docs.stripe.com/currencies; Adyen: docs.adyen.com/development-resources/currency-codes.
 */
const providerDecimals = {
  stripe: {
    0: [...zeroDecimalCurrencies, ...splitWords('BIF CLP MGA')],
    3: threeDecimalCurrencies,
  },
  adyen: {
    0: [...zeroDecimalCurrencies, ...splitWords('CVE IDR UGX')],
    3: [...threeDecimalCurrencies, ...splitWords('IQD LYD')],
  },
} as const
type MinorUnitProvider = keyof typeof providerDecimals

function getDecimalShift(provider: MinorUnitProvider, currency: string): number {
  const { 0: whole, 3: long } = providerDecimals[provider]
  const digits = whole.includes(currency) ? 0 : long.includes(currency) ? 3 : 2
  return digits - getFractionDigits(currency)
}

/** Of three places the last must be zero at Stripe. */
const isSupportedAmount = (provider: MinorUnitProvider, amount: number, currency: string) =>
  Number.isSafeInteger(amount) &&
  !(provider === 'stripe' && threeDecimalCurrencies.includes(currency) && amount % 10 !== 0)

/** Our minor units as the provider counts them; null where it takes no such amount, or has fewer places than it. */
export function toProviderAmount(
  provider: MinorUnitProvider,
  amount: number,
  currency: string,
): number | null {
  const shift = getDecimalShift(provider, currency)
  const theirs = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift
  return isSupportedAmount(provider, theirs, currency) ? theirs : null
}

/** An amount of the provider's in our minor units, rounded where we have fewer places. */
export function parseProviderAmount(
  provider: MinorUnitProvider,
  amount: number,
  currency: string,
): number {
  const shift = getDecimalShift(provider, currency)
  return Math.round(shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift)
}
