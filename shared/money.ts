type Writing = { digits: number; format: (amount: `${number}`) => string }

/** The unit of credits in stores that count points; every other unit is an ISO 4217 code (screens.md, Credits). */
export const points = 'points'

/** By currency, of which there are some 300: made once, see `numberFormat` (numbers.ts). */
const writings = new Map<string, Writing>()

const whole: Writing = { digits: 0, format: new Intl.NumberFormat('en-US').format }

function writingOf(currency: string): Writing {
  const known = writings.get(currency)
  if (known) return known
  if (currency === points) return whole
  const inCurrency = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = inCurrency.resolvedOptions().maximumFractionDigits ?? 2
  const made = {
    digits,
    format: new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format,
  }
  writings.set(currency, made)
  return made
}

/** How many decimal places a currency has: 2 for EUR, 0 for JPY. Throws a RangeError for what is no ISO 4217 code. */
export const fractionDigits = (currency: string): number => writingOf(currency).digits

/** Minor units as an operator reads them: 1250 EUR is "12.50". The code stands beside it (screens.md, "Every record"), see `formatMoney`. */
export function formatMinor(minor: number, currency: string): string {
  const { digits, format } = writingOf(currency)
  // As text, which is read exactly: the largest amounts have more places than a number. It is a number's text.
  return format(`${minor}e-${digits}` as `${number}`)
}

/** An amount with its currency: 1250 EUR is "12.50 EUR", one of points "1 point", the only way that texts say it. */
export const formatMoney = (minor: number, currency: string): string =>
  `${formatMinor(minor, currency)} ${currency === points && Math.abs(minor) === 1 ? 'point' : currency}`

/** Minor units as programs write them: 125000 EUR is "1250.00", 1250 JPY "1250". */
export function plainMinor(minor: number, currency: string): string {
  const digits = fractionDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** An amount as typed, in minor units; null when it is no amount of this currency or too large to be exact. */
export function parseMinor(typed: string, currency: string): number | null {
  const plain = typed.trim().replaceAll(/,(?=\d{3}(\D|$))/g, '')
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain)
  const digits = fractionDigits(currency)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const minor = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`)
  // No negative zero: it would be shown as "-0.00".
  return Number.isSafeInteger(minor) ? minor || 0 : null
}
