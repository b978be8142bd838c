import { unusualDecimals } from './currencyDecimals.ts'

/**
 * Unit of credits in stores that count points; every other unit is an ISO 4217 code (screens.md,
 * Credits).
 */
export const points = 'points'

/**
 * Returns a currency's decimals: 2 for EUR, 0 for JPY. Throws a RangeError for text that can't be a
 * currency code. The table is ours (currencyDecimals.ts), because the `Intl` data of browsers and
 * of Node disagree about HUF and others.
 */
export function getFractionDigits(currency: string): number {
  if (currency === points) return 0
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${currency} isn't a currency code`)
  return unusualDecimals.get(currency) ?? 2
}

/**
 * Formats minor units: 125000 EUR is "1,250.00". The code is shown next to it (screens.md, "Every
 * record"); see `formatMoney`.
 */
export function formatMinor(minor: number, currency: string): string {
  const [integerPart = '', decimals] = toDecimalText(minor, currency).split('.')
  return decimals === undefined
    ? groupThousands(integerPart)
    : `${groupThousands(integerPart)}.${decimals}`
}

/**
 * Formats an amount with its currency, the only way that texts show it: 1250 EUR is "12.50 EUR", 1
 * point is "1 point".
 */
export const formatMoney = (minor: number, currency: string): string =>
  `${formatMinor(minor, currency)} ${currency === points && Math.abs(minor) === 1 ? 'point' : currency}`

/**
 * Converts minor units for programs: 125000 EUR is "1250.00", 1250 JPY is "1250". Rounds fractions
 * of a minor unit.
 */
export function toDecimalText(minor: number, currency: string): string {
  const digits = getFractionDigits(currency)
  const rounded = Math.round(minor)
  const text = Math.abs(rounded)
    .toFixed(0)
    .padStart(digits + 1, '0')
  const sign = rounded < 0 ? '-' : ''
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

function groupThousands(integerPart: string): string {
  const sign = integerPart.startsWith('-') ? '-' : ''
  const groups: string[] = []
  for (let end = integerPart.length; end > sign.length; end -= 3)
    groups.unshift(integerPart.slice(Math.max(sign.length, end - 3), end))
  return sign + groups.join(',')
}

/**
 * Digits, optionally grouped by commas: the first group has one to three digits and no leading 0,
 * the others three. A point and decimals may follow.
 */
export const amountPattern = /^(-?)(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/

/**
 * Parses a typed amount to minor units; null if it isn't an amount in this currency or is too large
 * to be exact.
 */
export function parseMinor(typed: string, currency: string): number | null {
  const match = amountPattern.exec(typed.trim())
  const digits = getFractionDigits(currency)
  if (!match) return null
  const [, sign = '', integerPart = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const minor = Number(`${sign}${integerPart.replaceAll(',', '')}${fraction.padEnd(digits, '0')}`)
  // Avoids negative zero, which would show as "-0.00".
  return Number.isSafeInteger(minor) ? minor || 0 : null
}

/**
 * Whether an amount has one mark that groups thousands in some countries and starts decimals in
 * others: "12,345", "12.345". Only a file's other settings decide, so an import with decimal commas
 * rejects it (imports/lineReader.ts).
 */
export const isAmbiguousAmount = (typed: string): boolean => /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)

/** Returns an amount of this currency as an example for messages: "1234.50", "1234", "1234.500". */
export function getExampleAmount(currency: string): string {
  const digits = getFractionDigits(currency)
  return digits === 0 ? '1234' : `1234.${'5'.padEnd(digits, '0')}`
}
