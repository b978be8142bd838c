import { sql } from 'kysely'
import { orders } from '#shared/areas/payments/orders.ts'
import type { OrderIssue } from '#shared/areas/payments/orders.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { paymentAlertMessages } from '../incidents/messages.ts'

type DoubleCharge = {
  id: number
  number: string
  storeId: number
  since: string
  amounts: { amount: number; currency: string }[]
}

const maxAlerts = 100

/** Finds orders that were paid more than once, the newest first. */
export async function findDoubleChargeAlerts(trx: Connection): Promise<Alert[]> {
  const issue: OrderIssue = 'chargedTwice'
  const { rows } = await sql<DoubleCharge>`
    select orders.id, number, orders.store_id, max(charge.ended_at) as since,
      jsonb_agg(jsonb_build_object('amount', charge.amount, 'currency', charge.currency) order by charge.id) as amounts
    from orders join payment_charges as charge on order_id = orders.id and state = 'paid' and reference is not null
    where issue = ${issue}
    group by orders.id order by max(charge.ended_at) desc, orders.id limit ${maxAlerts}`.execute(
    trx,
  )
  return rows.map(({ id, number, storeId, since, amounts }) => ({
    subject: `chargedTwice/${id}`,
    kind: 'incident',
    permission: orders.permission,
    title: paymentAlertMessages.chargedTwice(number),
    detail: paymentAlertMessages.chargedTwiceDetail(
      amounts.length,
      amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + '),
    ),
    storeIds: [storeId],
    rank: 890,
    fix: `/paymentAttempt?orders&order=${id}`,
    since,
  }))
}
