import { fractionDigits } from '#shared/format/money.ts'

const words = (text: string) => text.split(' ')
const three = words('BHD JOD KWD OMR TND')
const none = words('DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF')

/**
 * How many decimal places an amount has at those who count in minor units, where it is not two; ours are in currencyDecimals.ts, which
 * has none for HUF. Stripe counts UGX and ISK in hundredths that are always 00, and HUF and TWD whole only in payouts. Stripe: docs.stripe.com/currencies; Adyen: docs.adyen.com/development-resources/currency-codes.
 */
const places = {
  stripe: { 0: [...none, ...words('BIF CLP MGA')], 3: three },
  adyen: { 0: [...none, ...words('CVE IDR UGX')], 3: [...three, ...words('IQD LYD')] },
} as const
type Provider = keyof typeof places

function shiftOf(provider: Provider, currency: string): number {
  const { 0: whole, 3: long } = places[provider]
  const digits = whole.includes(currency) ? 0 : long.includes(currency) ? 3 : 2
  return digits - fractionDigits(currency)
}

/** Of three places the last must be zero at Stripe. */
const takes = (provider: Provider, amount: number, currency: string) =>
  Number.isSafeInteger(amount) &&
  !(provider === 'stripe' && three.includes(currency) && amount % 10 !== 0)

/** Our minor units as the provider counts them; null where it takes no such amount, or has fewer places than it. */
export function minorAt(provider: Provider, amount: number, currency: string): number | null {
  const shift = shiftOf(provider, currency)
  const theirs = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift
  return takes(provider, theirs, currency) ? theirs : null
}

/** An amount of the provider's in our minor units, rounded where we have fewer places. */
export function minorFrom(provider: Provider, amount: number, currency: string): number {
  const shift = shiftOf(provider, currency)
  return Math.round(shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift)
}
