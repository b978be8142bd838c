import { sql } from 'kysely'
import { disputes } from '#shared/areas/payments/disputes.ts'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildDisputeUrl } from './disputeAlerts.ts'
import { paymentAlertMessages } from '../incidents/messages.ts'

/** Finds the dates by which open disputes need a response. */
export async function findDisputeDeadlines(trx: Connection): Promise<Deadline[]> {
  const state: DisputeState = 'open'
  const { rows } = await sql<{ id: number; orderNumber: string; storeId: number; dueAt: string }>`
    select id, order_number, store_id, due_at from disputes
    where status = ${state} and due_at is not null order by id`.execute(trx)
  return rows.map(({ id, orderNumber, storeId, dueAt }) => ({
    subject: `dispute/${id}`,
    kind: 'dispute',
    permission: disputes.permission,
    title: paymentAlertMessages.disputeDeadline(orderNumber),
    at: dueAt,
    storeIds: [storeId],
    link: buildDisputeUrl(id),
  }))
}
