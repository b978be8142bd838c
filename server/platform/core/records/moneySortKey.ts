import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Gives every amount 19 digits, so that text order equals numeric order. Real amounts are far
 * smaller.
 */
const amountOffset = sql.raw('4000000000000000000')

/**
 * Builds the sort key of amounts in several currencies: the currency, then the amount, so that
 * numbers of different currencies are never compared. Null without an amount.
 */
export const buildMoneySortKey = (
  amount: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql`((coalesce(${currency}, '') || ' ' || (${amount} + ${amountOffset})::text) collate "C")`
