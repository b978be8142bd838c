import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { eventIncidentKeys } from '../payments/incidents/eventIncidents.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Item } from './item.ts'
import { alertMessages } from './messages.ts'

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
    detail: code ? alertMessages.incidentCode(code) : alertMessages.incidentDetail,
    storeIds,
    rank: 900 + Math.min(count, 99),
    fix: `/paymentAttempt?incidents&incident=${id}`,
  }))
}

type Unclear = { id: number; orderId: number; order: string; storeId: number; gateway: Gateway }

const most = 100
export const unclearSubject = (orderId: number) => `charge/${orderId}`

type Pair = { incident: string; setup: string }

/**
 * A payment setup that fails and the payments that failed because of it have one cause, so they are one alert: the incident,
 * which leads to both. It takes over the setup's stores and what its test found.
 */
export async function mergeSetupAlerts(
  trx: Connection,
  incidentAlerts: readonly Item[],
  setupAlerts: readonly Item[],
): Promise<Item[]> {
  const { rows } = await sql<Pair>`
    select distinct 'incident/' || incidents.id as incident, 'integration/paymentSetups/' || setup.id as setup
    from incidents join incident_stores on incident_id = incidents.id
    join payment_setups as setup on setup.provider = incidents.gateway and store_id = any(setup.store_ids)
    where incidents.status = 'open' and reason = 'configuration' and key not like ${eventIncidentKeys}
    order by incident, setup`.execute(trx)
  const causes = new Map(rows.toReversed().map(({ incident, setup }) => [setup, incident]))
  const merged = Map.groupBy(setupAlerts, ({ subject }) => causes.get(subject) ?? null)
  const incidents = incidentAlerts.map((alert) => {
    const same = merged.get(alert.subject) ?? []
    if (same.length === 0) return alert
    const stores = new Set([alert, ...same].flatMap(({ storeIds }) => storeIds))
    return {
      ...alert,
      storeIds: [...stores].toSorted((one, other) => one - other),
      detail: [...same.flatMap(({ detail }) => detail ?? []), alert.detail].join(' '),
    }
  })
  return [...incidents, ...(merged.get(null) ?? [])]
}

/** Orders of which nobody knows whether they were charged: each waits for somebody to look at its provider. */
export async function unclearCharges(trx: Connection): Promise<Item[]> {
  const { rows } = await sql<Unclear>`
    select distinct on (order_id) id, order_id, order_number as "order", store_id, gateway from payment_attempts
    where unclear order by order_id, attempt desc, id desc limit ${most}`.execute(trx)
  return rows.map(({ id, orderId, order, storeId, gateway }) => ({
    subject: unclearSubject(orderId),
    kind: 'incident',
    permission: paymentAttempts.permission,
    title: alertMessages.chargeUnknown(order),
    detail: alertMessages.chargeUnknownDetail(gateways[gateway]),
    storeIds: [storeId],
    rank: 880,
    fix: `/paymentAttempt?settle=${id}`,
  }))
}
