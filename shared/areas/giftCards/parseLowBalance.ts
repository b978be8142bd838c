import { parseMinor } from '#shared/format/money.ts'
import { currencies } from '#shared/format/currencies.ts'

/**
 * Parses a low balance level such as "EUR 500.00" into currency and minor units; null if it isn't
 * one.
 */
export function parseLowBalance(line: string): { currency: string; amount: number } | null {
  const [currency = '', amountText = '', rest] = line.trim().split(/\s+/)
  if (!Object.hasOwn(currencies, currency) || rest !== undefined) return null
  const amount = parseMinor(amountText, currency)
  return amount === null || amount < 0 ? null : { currency, amount }
}
