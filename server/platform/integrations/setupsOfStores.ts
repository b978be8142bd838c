import { sql } from 'kysely'
import { isSecretState } from '#shared/engine/list/picked.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { mendingAddress, screenAddress, startAddress } from '#shared/integrations/mendingAddress.ts'
import type { StoreIntegrationKind } from '#shared/integrations/mendingAddress.ts'
import { giftCardSetup } from '#shared/resources/giftCardSetup.ts'
import type { TestStep } from '#shared/integrations/tests.ts'
import { answered } from '../records/list/columns.ts'
import { rowsOf } from '../records/inScope.ts'
import type { Connection } from '../schema.ts'
import type { Integration } from './integration.ts'
import { integrations } from './integrations.ts'
import { asKept } from './keepStanding.ts'
import type { Kept } from './keepStanding.ts'

/** The set-up that serves a store, and where it is mended: with the field that it fails at, where one is known. */
export type SetupOfStore = {
  storeId: number
  kind: StoreIntegrationKind
  resource: Resource
  record: Kept
  to: string
}

/** The set-ups that serve these stores, of every kind: what a link to mend one follows from. */
export async function setupsOfStores(
  connection: Connection,
  storeIds: readonly number[],
): Promise<SetupOfStore[]> {
  if (storeIds.length === 0) return []
  const found: SetupOfStore[] = []
  for (const integration of integrations)
    found.push(...(await setupsOf(connection, integration, storeIds)))
  return found
}

/** Where a store is given a set-up of a kind that none serves it with: a new one, or the only one that there may be, at its stores. */
export async function startsOf(
  connection: Connection,
  store: AnyRecord,
): Promise<(kind: StoreIntegrationKind, state: string) => string> {
  const { rows } = await sql<{ id: number; environment: string }>`
    select id, environment from ${sql.table(giftCardSetup.name)} where environment = 'live'`.execute(
    connection,
  )
  const [live] = rows
  return (kind, state) => {
    // A store that is told of one that is not kept here.
    if (state !== 'not_configured') return screenAddress(kind, store)
    return kind === 'gift' && live
      ? mendingAddress(giftCardSetup, live, 'storeIds')
      : startAddress(kind, store)
  }
}

async function setupsOf(
  connection: Connection,
  integration: Integration,
  storeIds: readonly number[],
): Promise<SetupOfStore[]> {
  const { resource, serves } = integration
  const ofStore = resource.scope === 'storeId'
  if (!serves && !ofStore) return []
  const { rows: records } = await sql<AnyRecord>`
    select ${sql.join(answered(resource).map((name) => sql.ref(name)))} from ${rowsOf(resource, null)}
    where ${ofStore ? sql`store_id = any(${[...storeIds]}::int[])` : sql`true`} order by id`.execute(
    connection,
  )
  if (records.length === 0) return []
  const parts = records.map(
    (record) => sql`select ${record.id}::int as record_id, served.id as store_id
      from (${serves ? serves.stores(record) : sql`select ${record['storeId']}::int as id`}) as served`,
  )
  const { rows } = await sql<{ recordId: number; storeId: number }>`
    select record_id, store_id from (${sql.join(parts, sql` union all `)}) as served
    where store_id = any(${[...storeIds]}::int[])`.execute(connection)
  const failing = await failingFields(connection, integration, records)
  const kind = serves?.kind ?? 'memberSignOn'
  return rows.flatMap(({ recordId, storeId }) => {
    const record = records.find(({ id }) => id === recordId)
    if (!record) return []
    const field = failing.get(recordId) ?? missingField(resource, record)
    const to = mendingAddress(resource, record, field)
    return [{ storeId, kind, resource, record: asKept(record), to }]
  })
}

/** The first field that must hold something and holds nothing: without it no test gets far. */
const missingField = ({ fields }: Resource, record: AnyRecord): string | null =>
  Object.entries(fields).find(([name, { required }]) => {
    const value = record[name]
    return required && (value === null || value === '' || (isSecretState(value) && !value.set))
  })?.[0] ?? null

/** By record: the field that mends what its last test or check failed at. */
export async function failingFields(
  connection: Connection,
  { resource }: Integration,
  records: readonly { id: number }[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ recordId: number; steps: TestStep[] }>`
    select distinct on (record_id) record_id, steps from integration_history
    where resource = ${resource.name} and record_id = any(${records.map(({ id }) => id)}::int[])
      and what in ('test', 'check')
    order by record_id, id desc`.execute(connection)
  return new Map(
    rows.flatMap(({ recordId, steps }) => {
      const field = steps.find(({ outcome }) => outcome === 'failed')?.field
      return field ? [[recordId, field] as const] : []
    }),
  )
}
