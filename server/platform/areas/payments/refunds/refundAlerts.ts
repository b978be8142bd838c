import { sql } from 'kysely'
import { formatActor } from '#shared/engine/actors.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import {
  addApprovers,
  approvalRank,
  maxApprovalAlerts,
} from '#server/platform/core/approval/approvers.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refundAlertMessages } from './messages.ts'

type WaitingRefunds = {
  storeId: number
  store: string
  askerId: number | null
  asker: string
  count: number
  since: string
}

/**
 * Finds refunds that wait for a second operator: one alert per store and requester, visible to the
 * accounts that can approve.
 */
export async function findRefundAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<WaitingRefunds>`
    select store_id, stores.name as store, asker_id, min(payment_refunds.created_by) as asker,
      count(*)::integer as count, min(payment_refunds.created_at) as since
    from payment_refunds join stores on stores.id = store_id
    where state = 'waiting' group by store_id, stores.name, asker_id
    order by min(payment_refunds.created_at) limit ${maxApprovalAlerts}`.execute(trx)
  const waiting = await addApprovers(trx, paymentRefunds.permission, rows)
  return waiting.map(({ storeId, store, askerId, asker, count, since, accountIds }) => ({
    subject: `refunds/${storeId}/${askerId ?? ''}`,
    kind: 'approval',
    permission: paymentRefunds.permission,
    title: refundAlertMessages.refundsWait(store),
    detail: refundAlertMessages.refundsWaitDetail(formatActor(asker), count),
    storeIds: [storeId],
    rank: approvalRank,
    fix: `${paymentRefunds.path}&filter[state][eq]=waiting&filter[storeId][eq]=${storeId}`,
    since,
    accountIds,
  }))
}
