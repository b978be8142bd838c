import { sql } from 'kysely'
import { labelOf } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { IntegrationKind } from '#shared/areas/stores/status/storeStates.ts'
import { setupsOfStores } from '#server/platform/core/integrations/setupsOfStores.ts'
import type { SetupOfStore } from '#server/platform/core/integrations/setupsOfStores.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Item } from './item.ts'
import { alertMessages } from './messages.ts'

/** What takes money or lets people in before what sends and prints. */
const hurts: Record<IntegrationKind, number> = {
  payment: 90,
  signOn: 80,
  mail: 70,
  gift: 60,
  print: 50,
}

type Failure = { storeId: number; name: string; kind: IntegrationKind; message: string | null }

/** What fails in stores that members use: one item a set-up, since it is mended once for all its stores. */
export async function failingIntegrations(trx: Connection): Promise<Item[]> {
  const { rows } = await sql<Failure>`
    select store_id, stores.name, kind, message from integrations join stores on stores.id = store_id
    where state = 'degraded' and stores.status in ('active', 'maintenance') and delete_after is null
    order by store_id`.execute(trx)
  const setups = await setupsOfStores(trx, [...new Set(rows.map(({ storeId }) => storeId))])
  const byStore = Map.groupBy(setups, ({ storeId }) => storeId)
  const setupOf = ({ storeId, kind }: Failure) =>
    byStore.get(storeId)?.find((one) => one.kind === kind)
  const bySetup = Map.groupBy(rows, (failure) => {
    const setup = setupOf(failure)
    return setup
      ? `integration/${setup.resource.name}/${setup.record.id}`
      : `integration/${failure.kind}/store/${failure.storeId}`
  })
  const brokeAt = await beginnings(trx, setups)
  return [...bySetup].flatMap(([subject, failures]) => {
    const [first] = failures
    if (!first) return []
    const setup = setupOf(first)
    const since = setup ? (brokeAt.get(nameOf(setup)) ?? null) : null
    return [{ ...itemOf(subject, first, failures, setup), since }]
  })
}

const nameOf = ({ resource, record }: Pick<SetupOfStore, 'resource' | 'record'>) =>
  `${resource.name}/${record.id}`

/** When each of these set-ups last began to fail, by its name; not of what was never seen to. */
async function beginnings(trx: Connection, setups: readonly SetupOfStore[]) {
  const names = [...new Set(setups.map(nameOf))]
  const { rows } = await sql<{ name: string; at: string }>`
    select resource || '/' || record_id as name, max(started_at) as at from integration_history
    where what = 'degraded' and (resource, record_id) in (
      select split_part(name, '/', 1), split_part(name, '/', 2)::int from unnest(${names}::text[]) as name)
    group by resource, record_id`.execute(trx)
  return new Map(rows.map(({ name, at }) => [name, at]))
}

function itemOf(
  subject: string,
  { kind, name, storeId }: Failure,
  failures: readonly Failure[],
  setup: SetupOfStore | undefined,
): Item {
  const reasons = [...new Set(failures.flatMap(({ message }) => message ?? []))]
  const titles = alertMessages.failures[kind]
  return {
    subject,
    kind: 'integration',
    permission: (setup?.resource ?? stores).permission,
    title:
      setup && failures.length > 1
        ? titles.through(labelOf(setup.resource, setup.record))
        : titles.at(name),
    detail: reasons.join(' ') || null,
    storeIds: failures.map((one) => one.storeId),
    rank: 700 + hurts[kind] + Math.min(failures.length, 9),
    fix: setup?.to ?? `/stores/${storeId}?tab=integrations#${kind}`,
  }
}
