import { sql } from 'kysely'
import { toIsoTime } from '#server/platform/demoData/period.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'

/** This many failed gift cards in a row mean that the account is out of funds in their currency. */
const minConsecutiveFailures = 3
const insufficientFundsProblem =
  "The Runa account doesn't have enough funds in this currency. Add funds, then resend the gift card."

/**
 * Inserts the live account's balances in each currency of the gift cards, and the shortages of
 * those that failed for lack of funds.
 */
export async function insertGiftCardBalances({ trx, now }: SeedContext): Promise<void> {
  const readAt = toIsoTime(now.getTime() - 20 * 60_000)
  await sql`
    with last_sent as (
      select currency, max(sent_at) filter (where status = 'sent') as at from gift_cards group by currency),
    unpaid as (
      select gift_cards.currency, min(amount) as needed, count(*) as failed, min(sent_at) as since
      from gift_cards join last_sent using (currency)
      where status = 'failed' and sent_at > coalesce(last_sent.at, '-infinity')
      group by gift_cards.currency having count(*) >= ${sql.lit(minConsecutiveFailures)})
    insert into gift_card_shortages (setup_id, currency, needed, failed, since)
    select id, unpaid.currency, needed, failed, since from gift_card_setup, unpaid where environment = 'live'`.execute(
    trx,
  )
  await sql`update gift_cards set problem = ${insufficientFundsProblem} from gift_card_shortages as short
    where gift_cards.status = 'failed' and gift_cards.currency = short.currency and sent_at >= since`.execute(
    trx,
  )
  // A currency with a shortage has less than one card needs; all others have enough for twenty.
  await sql`
    insert into gift_card_balances (setup_id, currency, amount)
    select setup.id, cards.currency, coalesce(min(short.needed) / 2, max(cards.amount) * 20)
    from gift_card_setup as setup cross join gift_cards as cards
    left join gift_card_shortages as short on short.setup_id = setup.id and short.currency = cards.currency
    where setup.environment = 'live' group by setup.id, cards.currency`.execute(trx)
  await sql`update gift_card_setup set balances_at = ${readAt} where environment = 'live'`.execute(
    trx,
  )
}
