import { sql } from 'kysely'
import { disputes } from '#shared/areas/payments/disputes.ts'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { countDays, toDay } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getNoticeDays, loadNoticeDays } from '#server/platform/areas/calendar/index.ts'
import { paymentAlertMessages } from '../incidents/messages.ts'

type OpenDispute = {
  id: number
  orderNumber: string
  storeId: number
  gateway: Gateway
  amount: number
  currency: string
  openedAt: string
  dueAt: string | null
}

const maxAlerts = 100

export const buildDisputeUrl = (id: number): string => `/paymentAttempt?disputes&dispute=${id}`

/**
 * Finds disputes that wait for a response, those that are due first at the top. An alert opens again
 * on the days ahead that the calendar's settings name.
 */
export async function findDisputeAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const noticeDays = await loadNoticeDays(trx)
  const state: DisputeState = 'open'
  const { rows } = await sql<OpenDispute>`
    select id, order_number, store_id, gateway, amount::float8 as amount, currency, opened_at, due_at
    from disputes where status = ${state} order by due_at nulls last, id limit ${maxAlerts}`.execute(
    trx,
  )
  return rows.map(({ id, orderNumber, storeId, gateway, amount, currency, openedAt, dueAt }) => ({
    subject: `dispute/${id}`,
    kind: 'incident',
    permission: disputes.permission,
    title: paymentAlertMessages.dispute(orderNumber, dueAt),
    detail: paymentAlertMessages.disputeDetail(formatMoney(amount, currency), gateways[gateway]),
    storeIds: [storeId],
    rank: 895,
    fix: buildDisputeUrl(id),
    since: openedAt,
    ...(dueAt !== null && {
      noticeDays: getNoticeDays(noticeDays, countDays(toDay(at), toDay(dueAt))),
    }),
  }))
}
