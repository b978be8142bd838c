import { sql } from 'kysely'
import { gateways } from '#shared/payments/attempts.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import { incidents } from '#shared/resources/incidents.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import { eventIncidentKeys } from '../payments/eventIncidents.ts'
import type { Connection } from '../schema.ts'
import type { Item } from './item.ts'

/** Failures of payments with one cause. */
export async function openIncidents(trx: Connection): Promise<Item[]> {
  const { rows } = await sql<{
    id: number
    cause: string
    code: string
    storeIds: number[]
    count: number
    since: string
  }>`
    select incidents.id, cause, case when key not like ${eventIncidentKeys} then split_part(key, '/', 3) else '' end as code, opened_at as since, count(distinct store_id)::int as count,
      array_agg(distinct store_id order by store_id) as store_ids
    from incidents join incident_stores on incident_id = incidents.id
    where status = 'open' group by incidents.id, cause, key, opened_at`.execute(trx)
  return rows.map(({ id, cause, code, storeIds, count, since }) => ({
    since,
    subject: `incident/${id}`,
    kind: 'incident',
    permission: incidents.permission,
    title: cause,
    detail: code
      ? `The provider answers ${code}.`
      : 'See the incident for its stores and what is at stake.',
    storeIds,
    rank: 900 + Math.min(count, 99),
    fix: `/paymentAttempt?incidents&incident=${id}`,
  }))
}

type Unclear = { id: number; orderId: number; order: string; storeId: number; gateway: Gateway }

const most = 100
export const unclearSubject = (orderId: number) => `charge/${orderId}`

/** Orders of which nobody knows whether they were charged: each waits for somebody to look at its provider. */
export async function unclearCharges(trx: Connection): Promise<Item[]> {
  const { rows } = await sql<Unclear>`
    select distinct on (order_id) id, order_id, order_number as "order", store_id, gateway from payment_attempts
    where unclear order by order_id, attempt desc, id desc limit ${most}`.execute(trx)
  return rows.map(({ id, orderId, order, storeId, gateway }) => ({
    subject: unclearSubject(orderId),
    kind: 'incident',
    permission: paymentAttempts.permission,
    title: `Nobody knows whether ${order} was charged`,
    detail: `${gateways[gateway]} has forgotten its charge by now. Look there, and say here what came of it.`,
    storeIds: [storeId],
    rank: 880,
    fix: `/paymentAttempt?settle=${id}`,
  }))
}
