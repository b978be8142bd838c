import { parseMinor } from '#shared/format/money.ts'
import { currencies } from '#shared/format/currencies.ts'

/**
 * Parses a low-balance threshold such as "500.00 EUR" or "EUR 500.00" into currency and minor
 * units; null if it isn't one.
 */
export function parseLowBalance(line: string): { currency: string; amount: number } | null {
  const parts = line.trim().split(/\s+/)
  const currency = parts.find((part) => Object.hasOwn(currencies, part))
  const amountText = parts.find((part) => part !== currency)
  if (currency === undefined || amountText === undefined || parts.length > 2) return null
  const amount = parseMinor(amountText, currency)
  return amount === null || amount < 0 ? null : { currency, amount }
}
