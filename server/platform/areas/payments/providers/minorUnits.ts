import { getFractionDigits } from '#shared/format/money.ts'

const splitWords = (text: string) => text.split(' ')
const threeDecimalCurrencies = splitWords('BHD JOD KWD OMR TND')
const zeroDecimalCurrencies = splitWords('DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF')

/**
 * The decimals of currencies at providers that count in minor units, where they aren't two. Ours
 * are in currencyDecimals.ts, which has none for HUF. Stripe counts UGX and ISK in hundredths that
 * are always 00, and HUF and TWD in whole units only for payouts. Stripe:
 * docs.stripe.com/currencies; Adyen: docs.adyen.com/development-resources/currency-codes.
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
  const { 0: zeroDecimals, 3: threeDecimals } = providerDecimals[provider]
  const digits = zeroDecimals.includes(currency) ? 0 : threeDecimals.includes(currency) ? 3 : 2
  return digits - getFractionDigits(currency)
}

/** Whether a provider accepts the amount: at Stripe, the last of three decimals must be zero. */
const isSupportedAmount = (provider: MinorUnitProvider, amount: number, currency: string) =>
  Number.isSafeInteger(amount) &&
  !(provider === 'stripe' && threeDecimalCurrencies.includes(currency) && amount % 10 !== 0)

/**
 * Converts our minor units to the provider's. Null if it doesn't accept the amount or has too few
 * decimals for it.
 */
export function toProviderAmount(
  provider: MinorUnitProvider,
  amount: number,
  currency: string,
): number | null {
  const shift = getDecimalShift(provider, currency)
  const providerAmount = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift
  return isSupportedAmount(provider, providerAmount, currency) ? providerAmount : null
}

/** Converts a provider's amount to our minor units, rounded if we have fewer decimals. */
export function parseProviderAmount(
  provider: MinorUnitProvider,
  amount: number,
  currency: string,
): number {
  const shift = getDecimalShift(provider, currency)
  return Math.round(shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift)
}
