import { sql } from 'kysely'
import type { Days } from '#shared/dashboard/dashboardDays.ts'
import { points } from '#shared/money.ts'
import { among } from '../records/inScope.ts'
import type { StoreIds } from '../records/inScope.ts'
import type { Connection } from '../schema.ts'

/** What the stores of one currency and unit of credits did in a UTC day; amounts are minor units. */
export type DayRow = {
  day: string
  currency: string
  unit: string
  orders: number
  revenue: number
  paymentsFailed: number
  paymentsRecovered: number
  creditsIssued: number
  creditsRedeemed: number
  giftCardsSent: number
  giftCardsFailed: number
  mailSent: number
  mailFailed: number
}

/** Every figure of a range in one pass over the stores' days: thousands of stores become a few rows a day. */
export async function dayRows(
  db: Connection,
  { from, to }: Days,
  storeIds: StoreIds,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select
      -- Written as text once a group, after the sums.
      to_char(store_days.day, 'YYYY-MM-DD') as day,
      stores.default_currency as currency,
      case stores.type when 'points' then ${points} else stores.default_currency end as unit,
      sum(orders) as orders,
      sum(revenue) as revenue,
      sum(payments_failed) as payments_failed,
      sum(payments_recovered) as payments_recovered,
      sum(credits_issued) as credits_issued,
      sum(credits_redeemed) as credits_redeemed,
      sum(gift_cards_sent) as gift_cards_sent,
      sum(gift_cards_failed) as gift_cards_failed,
      sum(mail_sent) as mail_sent,
      sum(mail_failed) as mail_failed
    from store_days join stores on stores.id = store_days.store_id
    where store_days.day between ${from}::date and ${to}::date
      and ${among('storeDays.storeId', storeIds)}
    group by store_days.day, 2, 3`.execute(db)
  return rows
}
