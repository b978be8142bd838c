import { getFractionDigits } from '#shared/format/money.ts'

/**
 * The decimals of currencies at a provider that counts in minor units, where they aren't two. Ours
 * are in currencyDecimals.ts, which has none for HUF.
 */
export type MinorUnits = {
  zeroDecimals: readonly string[]
  threeDecimals: readonly string[]
  /** Amounts with three decimals must be a multiple of this. */
  threeDecimalStep: number
}

export const splitCurrencies = (text: string): readonly string[] => text.split(' ')

function getDecimalShift({ zeroDecimals, threeDecimals }: MinorUnits, currency: string): number {
  const digits = zeroDecimals.includes(currency) ? 0 : threeDecimals.includes(currency) ? 3 : 2
  return digits - getFractionDigits(currency)
}

const isSupportedAmount = (
  { threeDecimals, threeDecimalStep }: MinorUnits,
  amount: number,
  currency: string,
) =>
  Number.isSafeInteger(amount) &&
  (!threeDecimals.includes(currency) || amount % threeDecimalStep === 0)

/**
 * Converts our minor units to the provider's. Null if it doesn't accept the amount or has too few
 * decimals for it.
 */
export function toProviderAmount(
  units: MinorUnits,
  amount: number,
  currency: string,
): number | null {
  const shift = getDecimalShift(units, currency)
  const providerAmount = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift
  return isSupportedAmount(units, providerAmount, currency) ? providerAmount : null
}

/** Converts a provider's amount to our minor units, rounded if we have fewer decimals. */
export function parseProviderAmount(units: MinorUnits, amount: number, currency: string): number {
  const shift = getDecimalShift(units, currency)
  return Math.round(shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift)
}
