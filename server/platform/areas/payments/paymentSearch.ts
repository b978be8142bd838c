import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { currencies } from '#shared/format/currencies.ts'
import { getFractionDigits } from '#shared/format/money.ts'
import type { SqlCondition } from '#server/platform/core/records/list/conditions.ts'

/** More orders than this aren't listed one by one, which would slow a search down. */
const maxFoundOrders = 5000

/**
 * Finds orders and payment attempts by a provider's payment ID, a card's last four digits, and an
 * amount with its currency ("45.00 CAD"). `orderColumn` has the ID of the order. Words are folded:
 * an amount has no decimal point.
 */
export const createPaymentSearch = (orderColumn: 'id' | 'orderId') => {
  const isOrderIn = (query: RawBuilder<unknown>): SqlCondition =>
    sql`${sql.ref(orderColumn)} = any(array(${query} limit ${maxFoundOrders}))`
  return (word: string, words: readonly string[]): SqlCondition[] => [
    ...(/^\w{6,}$/.test(word) && /\d/.test(word)
      ? ['payment_charges', 'payment_attempt_keys'].map((table) =>
          isOrderIn(sql`select order_id from ${sql.table(table)} where lower(reference) = ${word}`),
        )
      : []),
    ...(/^\d{4}$/.test(word)
      ? [
          isOrderIn(sql`select order_id from payment_charges where card_last4 = ${word}`),
          isOrderIn(sql`select order_id from payment_attempts where lower(card_last4) = ${word}`),
        ]
      : []),
    ...matchAmount(word, words),
  ]
}

/** Matches the number of an amount, or its currency. Without the other one, neither counts. */
function matchAmount(word: string, words: readonly string[]): SqlCondition[] {
  const currency = words
    .map((one) => one.toUpperCase())
    .find((one) => Object.hasOwn(currencies, one))
  const hasAmount = words.some(isAmount)
  if (currency === undefined || !hasAmount) return []
  if (word.toUpperCase() === currency) return [sql`currency = ${currency}`]
  if (!isAmount(word)) return []
  // "45.00" and "4500" are the same word: the amount with its decimals, or without.
  const amounts = [Number(word), Number(word) * 10 ** getFractionDigits(currency)]
  return [sql`(amount = any(${amounts}::bigint[]) and currency = ${currency})`]
}

const isAmount = (word: string): boolean => /^\d{1,12}$/.test(word)
