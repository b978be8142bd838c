/** How many decimal places a currency has: 2 for EUR, 0 for JPY. Throws a RangeError for what is no ISO 4217 code. */
export function fractionDigits(currency: string): number {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** Minor units as an operator reads them: 1250 EUR is "12.50". The code stands beside it (screens.md, "Every record"). */
export function formatMinor(minor: number, currency: string): string {
  const digits = fractionDigits(currency)
  return (minor / 10 ** digits).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
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
