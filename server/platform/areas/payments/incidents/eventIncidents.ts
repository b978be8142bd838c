import { sql } from 'kysely'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * The key prefix of incidents about events. They count no failed payments, so only an operator
 * resolves them.
 */
export const eventIncidentKeyPattern = 'event/%'

/** The maximum length of an incident's cause (shared/areas/payments/incidents.ts). */
const maxCauseLength = 200

type EventIncident = {
  /** Only one incident is open per key; further events with the key are counted in it. */
  key: string
  cause: string
  gateway: Gateway
  storeIds: readonly number[]
  /** Minor units that are due. */
  amount: number
  currency: string
  at: string
}

/** Opens an incident about a provider's event, or counts the event in the open one. */
export async function openEventIncident(
  trx: Connection,
  { key, cause, gateway, storeIds, amount, currency, at }: EventIncident,
): Promise<void> {
  const label = cause.length > maxCauseLength ? `${cause.slice(0, maxCauseLength - 3)}...` : cause
  const stakes = JSON.stringify([{ currency, amount }])
  const { rows } = await sql<{ id: number; failures: number }>`
    insert into incidents (key, cause, status, reason, gateway, stores, failures, stake, currency, stakes, opened_at, last_at,
      created_at, created_by, updated_at, updated_by)
    values (${key}, ${label}, 'open', 'configuration', ${gateway}, ${storeIds.length}, 1, ${amount}, ${currency}, ${stakes}::jsonb,
      ${at}, ${at}, ${at}, 'platform', ${at}, 'platform')
    on conflict (key) where status = 'open' do update
      set failures = incidents.failures + 1, last_at = excluded.last_at
    returning id, failures`.execute(trx)
  const [incident] = rows
  if (!incident) return
  for (const storeId of storeIds)
    await sql`insert into incident_stores (incident_id, store_id, currency, failures, amount)
      values (${incident.id}, ${storeId}, ${currency}, 1, ${amount})
      on conflict (incident_id, store_id, currency) do update
        set failures = incident_stores.failures + 1`.execute(trx)
  if (incident.failures > 1) return
  const audit = createAuditor(trx, {
    asked: { id: 'incidents', ip: '' },
    now: at,
    actor: 'platform',
  })
  await audit({
    event: 'incidents.opened',
    target: { type: 'incidents', id: incident.id, label },
  })
}
