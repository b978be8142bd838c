import { parseMinor } from '#shared/format/money.ts'
import { currencies } from '#shared/format/currencies.ts'

/** A line of the low balances, "EUR 500.00", as currency and minor units; null where it is none. */
export function parseLowBalance(line: string): { currency: string; amount: number } | null {
  const [currency = '', typed = '', more] = line.trim().split(/\s+/)
  if (!Object.hasOwn(currencies, currency) || more !== undefined) return null
  const amount = parseMinor(typed, currency)
  return amount === null || amount < 0 ? null : { currency, amount }
}
