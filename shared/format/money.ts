import { unusualDecimals } from './currencyDecimals.ts'

/** The unit of credits in stores that count points; every other unit is an ISO 4217 code (screens.md, Credits). */
export const points = 'points'

/**
 * How many decimals a currency has here: 2 for EUR, 0 for JPY. Throws a RangeError for text that can't be a currency's code.
 * The table is ours (currencyDecimals.ts), because the `Intl` data of browsers and of Node disagree about HUF and others.
 */
export function getFractionDigits(currency: string): number {
  if (currency === points) return 0
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${currency} isn't a currency code`)
  return unusualDecimals.get(currency) ?? 2
}

/** Minor units as an operator reads them: 125000 EUR is "1,250.00". The code stands beside it (screens.md, "Every record"), see `formatMoney`. */
export function formatMinor(minor: number, currency: string): string {
  const [whole = '', decimals] = toDecimalText(minor, currency).split('.')
  return decimals === undefined ? groupThousands(whole) : `${groupThousands(whole)}.${decimals}`
}

/** An amount with its currency: 1250 EUR is "12.50 EUR", one of points "1 point", the only way that texts say it. */
export const formatMoney = (minor: number, currency: string): string =>
  `${formatMinor(minor, currency)} ${currency === points && Math.abs(minor) === 1 ? 'point' : currency}`

/** Minor units as programs write them: 125000 EUR is "1250.00", 1250 JPY "1250". Fractions of a minor unit are rounded. */
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

function groupThousands(whole: string): string {
  const sign = whole.startsWith('-') ? '-' : ''
  const groups: string[] = []
  for (let end = whole.length; end > sign.length; end -= 3)
    groups.unshift(whole.slice(Math.max(sign.length, end - 3), end))
  return sign + groups.join(',')
}

/** Digits, grouped by commas only if every group has three and the first one to three and no leading 0; then a point and decimals. */
export const amountPattern = /^(-?)(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/

/** An amount as typed, in minor units; null when it is no amount of this currency or too large to be exact. */
export function parseMinor(typed: string, currency: string): number | null {
  const match = amountPattern.exec(typed.trim())
  const digits = getFractionDigits(currency)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const minor = Number(`${sign}${whole.replaceAll(',', '')}${fraction.padEnd(digits, '0')}`)
  // No negative zero: it would be shown as "-0.00".
  return Number.isSafeInteger(minor) ? minor || 0 : null
}

/**
 * Whether an amount has one mark that groups thousands in some countries and starts decimals in others: "12,345", "12.345".
 * Only a file's other settings tell which, so an import with decimal commas rejects it (imports/readLines.ts).
 */
export const isAmbiguousAmount = (typed: string): boolean => /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)

/** How an amount of this currency may be written, for messages: "1234.50", "1234", "1234.500". */
export function getExampleAmount(currency: string): string {
  const digits = getFractionDigits(currency)
  return digits === 0 ? '1234' : `1234.${'5'.padEnd(digits, '0')}`
}
