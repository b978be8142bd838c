import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { sql } from 'kysely'
import { getLabel } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import { findStoreSetups } from '#server/platform/core/integrations/storeSetups.ts'
import type { StoreSetup } from '#server/platform/core/integrations/storeSetups.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { alertMessages } from './messages.ts'

/** Payments and sign-in rank above emails, gift cards, and printing. */
const integrationRanks: Record<IntegrationKind, number> = {
  payment: 90,
  signOn: 80,
  mail: 70,
  gift: 60,
  print: 50,
}

type IntegrationFailure = {
  storeId: number
  name: string
  kind: IntegrationKind
  message: string | null
}

/**
 * Finds failing integrations of stores that members use. One alert per setup, since one fix helps
 * all its stores.
 */
export async function findIntegrationAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<IntegrationFailure>`
    select store_id, stores.name, kind, message from integrations join stores on stores.id = store_id
    where state = 'degraded' and stores.status in ('active', 'maintenance') and delete_after is null
    order by store_id`.execute(trx)
  const setups = await findStoreSetups(trx, getIntegrations(), [
    ...new Set(rows.map(({ storeId }) => storeId)),
  ])
  const setupsByStore = Map.groupBy(setups, ({ storeId }) => storeId)
  const getSetup = ({ storeId, kind }: IntegrationFailure) =>
    setupsByStore.get(storeId)?.find((one) => one.kind === kind)
  const failuresBySubject = Map.groupBy(rows, (failure) => {
    const setup = getSetup(failure)
    return setup
      ? `integration/${setup.resource.name}/${setup.record.id}`
      : `integration/${failure.kind}/store/${failure.storeId}`
  })
  const failureStarts = await findFailureStarts(trx, setups)
  return [...failuresBySubject].flatMap(([subject, failures]) => {
    const [first] = failures
    if (!first) return []
    const setup = getSetup(first)
    const since = setup ? (failureStarts.get(getSetupKey(setup)) ?? null) : null
    return [{ ...toIntegrationAlert(subject, first, failures, setup), since }]
  })
}

const getSetupKey = ({ resource, record }: Pick<StoreSetup, 'resource' | 'record'>) =>
  `${resource.name}/${record.id}`

/**
 * Finds when each of these setups last began to fail, by setup key. Setups without a recorded
 * failure are missing.
 */
async function findFailureStarts(trx: Connection, setups: readonly StoreSetup[]) {
  const names = [...new Set(setups.map(getSetupKey))]
  const { rows } = await sql<{ name: string; at: string }>`
    select resource || '/' || record_id as name, max(started_at) as at from integration_history
    where what = 'degraded' and (resource, record_id) in (
      select split_part(name, '/', 1), split_part(name, '/', 2)::int from unnest(${names}::text[]) as name)
    group by resource, record_id`.execute(trx)
  return new Map(rows.map(({ name, at }) => [name, at]))
}

function toIntegrationAlert(
  subject: string,
  { kind, name, storeId }: IntegrationFailure,
  failures: readonly IntegrationFailure[],
  setup: StoreSetup | undefined,
): Alert {
  const reasons = [...new Set(failures.flatMap(({ message }) => message ?? []))]
  const titles = alertMessages.failures[kind]
  return {
    subject,
    kind: 'integration',
    permission: (setup?.resource ?? stores).permission,
    title:
      setup && failures.length > 1
        ? titles.through(getLabel(setup.resource, setup.record))
        : titles.at(name),
    detail: reasons.join(' ') || null,
    storeIds: failures.map((one) => one.storeId),
    rank: 700 + integrationRanks[kind] + Math.min(failures.length, 9),
    fix: setup?.to ?? `/stores/${storeId}?tab=integrations#${kind}`,
  }
}
