import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findApprovalAlerts } from '#server/platform/areas/alerts/index.ts'
import { refundAlertMessages } from './messages.ts'

/** Returns the subject of the alert for one account's refunds in one store. */
export const getRefundAlertSubject = (storeId: number, requesterId: number | null) =>
  `refunds/${storeId}/${requesterId ?? ''}`

/** Finds refunds that wait for a second operator. */
export const findRefundApprovalAlerts = (trx: Connection): Promise<Alert[]> =>
  findApprovalAlerts(trx, paymentRefunds, {
    getSubject: getRefundAlertSubject,
    getTitle: refundAlertMessages.refundsWait,
    getDetail: refundAlertMessages.refundsWaitDetail,
  })

type UnknownRefund = {
  id: number
  order: string
  storeId: number
  gateway: Gateway
  amount: number
  currency: string
  since: string
}

const maxUnknownRefundAlerts = 100

/** Finds refunds without a known outcome. Each waits for an operator, the oldest first. */
export async function findUnknownRefundAlerts(trx: Connection): Promise<Alert[]> {
  const state: RefundState = 'unknown'
  const { rows } = await sql<UnknownRefund>`
    select refund.id, number as "order", refund.store_id, gateway, refund.amount, refund.currency, refund.updated_at as since
    from payment_refunds as refund join orders on orders.id = order_id
    where state = ${state} order by refund.id limit ${maxUnknownRefundAlerts}`.execute(trx)
  return rows.map(({ id, order, storeId, gateway, amount, currency, since }) => ({
    subject: `refund/${id}`,
    kind: 'incident',
    permission: paymentRefunds.permission,
    title: refundAlertMessages.refundUnknown(order),
    detail: refundAlertMessages.refundUnknownDetail(
      gateways[gateway],
      formatMoney(amount, currency),
    ),
    storeIds: [storeId],
    rank: 885,
    fix: `${paymentRefunds.path}&refund=${id}`,
    since,
  }))
}
