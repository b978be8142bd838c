import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/attempts.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { eventIncidentKeyPattern } from '../payments/incidents/eventIncidents.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from './alert.ts'
import { alertMessages } from './messages.ts'

/** Finds open incidents: failed payments with one cause. */
export async function findIncidentAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<{
    id: number
    cause: string
    code: string
    storeIds: number[]
    count: number
    since: string
  }>`
    select incidents.id, cause, case when key not like ${eventIncidentKeyPattern} then split_part(key, '/', 3) else '' end as code, opened_at as since, count(distinct store_id)::int as count,
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

type UnknownCharge = {
  id: number
  orderId: number
  order: string
  storeId: number
  gateway: Gateway
}

const maxChargeAlerts = 100
export const getChargeAlertSubject = (orderId: number) => `charge/${orderId}`

type IncidentSetup = { incident: string; setup: string }

/**
 * Merges the alert of a failing payment setup into the incident of the payments that failed because
 * of it. They have one cause, and the incident links to both. It takes over the setup's stores and
 * the message of its test.
 */
export async function mergeSetupAlerts(
  trx: Connection,
  incidentAlerts: readonly Alert[],
  setupAlerts: readonly Alert[],
): Promise<Alert[]> {
  const { rows } = await sql<IncidentSetup>`
    select distinct 'incident/' || incidents.id as incident, 'integration/paymentSetups/' || setup.id as setup
    from incidents join incident_stores on incident_id = incidents.id
    join payment_setups as setup on setup.provider = incidents.gateway and store_id = any(setup.store_ids)
    where incidents.status = 'open' and reason = 'configuration' and key not like ${eventIncidentKeyPattern}
    order by incident, setup`.execute(trx)
  const causes = new Map(rows.toReversed().map(({ incident, setup }) => [setup, incident]))
  const alertsByIncident = Map.groupBy(setupAlerts, ({ subject }) => causes.get(subject) ?? null)
  const incidents = incidentAlerts.map((alert) => {
    const mergedAlerts = alertsByIncident.get(alert.subject) ?? []
    if (mergedAlerts.length === 0) return alert
    const stores = new Set([alert, ...mergedAlerts].flatMap(({ storeIds }) => storeIds))
    return {
      ...alert,
      storeIds: [...stores].toSorted((one, other) => one - other),
      detail: [...mergedAlerts.flatMap(({ detail }) => detail ?? []), alert.detail].join(' '),
    }
  })
  return [...incidents, ...(alertsByIncident.get(null) ?? [])]
}

/**
 * Finds orders whose charge status is unknown. Each waits for an operator to check with its
 * provider.
 */
export async function findChargeAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<UnknownCharge>`
    select distinct on (order_id) id, order_id, order_number as "order", store_id, gateway from payment_attempts
    where unclear order by order_id, attempt desc, id desc limit ${maxChargeAlerts}`.execute(trx)
  return rows.map(({ id, orderId, order, storeId, gateway }) => ({
    subject: getChargeAlertSubject(orderId),
    kind: 'incident',
    permission: paymentAttempts.permission,
    title: alertMessages.chargeUnknown(order),
    detail: alertMessages.chargeUnknownDetail(gateways[gateway]),
    storeIds: [storeId],
    rank: 880,
    fix: `/paymentAttempt?settle=${id}`,
  }))
}
