import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { eventIncidentKeyPattern } from './eventIncidents.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { paymentAlertMessages } from './messages.ts'

/** Finds open incidents: failed payments with one cause. */
export async function findIncidentAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<OpenIncident>`
    select incidents.id, cause, key like ${eventIncidentKeyPattern} as is_event,
      case when key not like ${eventIncidentKeyPattern} then split_part(key, '/', 3) else '' end as code,
      opened_at as since, array_agg(distinct store_id order by store_id) as store_ids, min(stores.name) as store
    from incidents join incident_stores on incident_id = incidents.id join stores on stores.id = store_id
    where incidents.status = 'open' group by incidents.id, cause, key, opened_at`.execute(trx)
  const setups = await findFailingSetups(trx)
  return rows.map((incident) => {
    const { id, storeIds, since } = incident
    const severalStores = describeIncident(incident)
    return {
      since,
      subject: `incident/${id}`,
      merges: setups.get(id) ?? [],
      kind: 'incident',
      permission: incidents.permission,
      ...(storeIds.length === 1 ? describeStoreIncident(incident) : severalStores),
      severalStores,
      storeIds,
      rank: 900 + Math.min(storeIds.length, 99),
      fix: `/paymentAttempt?incidents&incident=${id}`,
    }
  })
}

type OpenIncident = {
  id: number
  cause: string
  /** Whether it is about a provider's event, whose cause names the order. */
  isEvent: boolean
  code: string
  storeIds: number[]
  /** The name of the first of its stores. */
  store: string
  since: string
}

/** Names no store and no number of them, since a limited account may see only some of them. */
const describeIncident = ({ cause, code }: OpenIncident) => ({
  title: cause,
  detail: code ? paymentAlertMessages.incidentCode(code) : paymentAlertMessages.incidentDetail,
})

/** Names the incident's only store: accounts without it don't see the alert. */
function describeStoreIncident(incident: OpenIncident) {
  const { cause, isEvent, code, store } = incident
  if (isEvent) return describeIncident(incident)
  const causeSentence = paymentAlertMessages.incidentCause(cause)
  const codeSentence = code ? paymentAlertMessages.incidentCode(code) : null
  return {
    title: paymentAlertMessages.failingAt(store),
    detail: codeSentence ? `${causeSentence} ${codeSentence}` : causeSentence,
    detailWithoutCause: codeSentence,
  }
}

/**
 * Finds the payment setups that open incidents are about, as subjects of their alerts by incident.
 * Payments failed because of the setup, so both have one cause. Each setup counts for the first of
 * its incidents.
 */
async function findFailingSetups(trx: Connection): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ incident: number; setups: string[] }>`
    select incident, array_agg('integration/paymentSetups/' || setup order by setup) as setups from (
      select distinct on (setup.id) setup.id as setup, incidents.id as incident
      from incidents join incident_stores on incident_id = incidents.id
      join payment_setups as setup on setup.provider = incidents.gateway and store_id = any(setup.store_ids)
      where incidents.status = 'open' and reason = 'configuration' and key not like ${eventIncidentKeyPattern}
      order by setup.id, incidents.id) as first
    group by incident`.execute(trx)
  return new Map(rows.map(({ incident, setups }) => [incident, setups]))
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

/**
 * Finds orders whose charge status is unknown. Each waits for an operator to check with its
 * provider.
 */
export async function findUnknownChargeAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<UnknownCharge>`
    select distinct on (order_id) id, order_id, order_number as "order", store_id, gateway from payment_attempts
    where unclear order by order_id, attempt desc, id desc limit ${maxChargeAlerts}`.execute(trx)
  return rows.map(({ id, orderId, order, storeId, gateway }) => ({
    subject: getChargeAlertSubject(orderId),
    kind: 'incident',
    permission: paymentAttempts.permission,
    title: paymentAlertMessages.chargeUnknown(order),
    detail: paymentAlertMessages.chargeUnknownDetail(gateways[gateway]),
    storeIds: [storeId],
    rank: 880,
    fix: `/paymentAttempt?settle=${id}`,
  }))
}
