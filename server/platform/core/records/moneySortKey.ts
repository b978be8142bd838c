import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Makes every amount a number of 19 digits, so that texts sort as numbers do; amounts are far smaller. */
const amountOffset = sql.raw('4000000000000000000')

/**
 * What amounts in several currencies sort by: the currency, then the amount, so that numbers of different currencies are never
 * compared. It's null if there is no amount.
 */
export const buildMoneySortKey = (
  amount: RawBuilder<unknown>,
  currency: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql`((coalesce(${currency}, '') || ' ' || (${amount} + ${amountOffset})::text) collate "C")`
