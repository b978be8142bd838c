import { sql } from 'kysely'
import { isSecretState } from '#shared/engine/list/referenceValues.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { buildFixUrl, buildSetupUrl, buildNewSetupUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { StoreIntegrationKind } from '#shared/engine/integrations/fixUrl.ts'
import { requireResource } from '#shared/engine/resourceRegistry.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { getRecordColumns } from '../records/list/columns.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'
import { toIntegrationRecord, allStepsEnded } from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'

/** The setup that serves a store. `to` is where to fix it, with the field that failed, if known. */
export type StoreSetup = {
  storeId: number
  kind: StoreIntegrationKind
  resource: Resource
  record: IntegrationRecord
  to: string
}

/** Finds the setups of every kind that serve these stores, for links to fix them. */
export async function findStoreSetups(
  connection: Connection,
  integrations: readonly Integration[],
  storeIds: readonly number[],
): Promise<StoreSetup[]> {
  if (storeIds.length === 0) return []
  const setups: StoreSetup[] = []
  for (const integration of integrations)
    setups.push(...(await findIntegrationSetups(connection, integration, storeIds)))
  return setups
}

/**
 * Returns a function that builds the URL to set up a kind of integration that no setup provides for
 * this store: a new setup, or the stores of the only one there can be.
 */
export async function createSetupUrlBuilder(
  connection: Connection,
  store: AnyRecord,
): Promise<(kind: StoreIntegrationKind, state: string) => string> {
  const { rows } = await sql<{ id: number; environment: string }>`
    select id, environment from gift_card_setup where environment = 'live'`.execute(connection)
  const [live] = rows
  return (kind, state) => {
    // The store has a status from a setup that isn't here.
    if (state !== 'not_configured') return buildSetupUrl(kind, store)
    return kind === 'gift' && live
      ? buildFixUrl(requireResource('giftCardSetup'), live, 'storeIds')
      : buildNewSetupUrl(kind, store)
  }
}

async function findIntegrationSetups(
  connection: Connection,
  integration: Integration,
  storeIds: readonly number[],
): Promise<StoreSetup[]> {
  const { resource, serves } = integration
  const isStoreScoped = resource.relations.scope === 'storeId'
  if (!serves && !isStoreScoped) return []
  const storeIdsSql = sql`${[...storeIds]}::int[]`
  // A setup that names no stores serves none, or all.
  const servesSql =
    'storeIds' in resource.fields
      ? sql`(store_ids && ${storeIdsSql} or store_ids = '{}')`
      : sql`true`
  const { rows: records } = await sql<AnyRecord>`
    select ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))} from ${getVisibleRows(resource, null)}
    where ${isStoreScoped ? sql`store_id = any(${storeIdsSql})` : servesSql} order by id`.execute(
    connection,
  )
  if (records.length === 0) return []
  const pairs =
    serves && !isStoreScoped
      ? await findStoresServed(connection, serves, records, storeIds)
      : records.map((record) => ({ recordId: record.id, storeId: Number(record['storeId']) }))
  const failingFields = await findFailingFields(connection, integration, records)
  const kind = serves?.kind ?? 'memberSignOn'
  const byId = new Map(records.map((record) => [record.id, record]))
  return pairs.flatMap(({ recordId, storeId }) => {
    const record = byId.get(recordId)
    if (!record) return []
    const field = failingFields.get(recordId) ?? findMissingField(resource, record)
    const to = buildFixUrl(resource, record, field)
    return [{ storeId, kind, resource, record: toIntegrationRecord(record), to }]
  })
}

/** Finds which of these stores each record serves. */
async function findStoresServed(
  connection: Connection,
  serves: NonNullable<Integration['serves']>,
  records: readonly AnyRecord[],
  storeIds: readonly number[],
) {
  const parts = records.map(
    (record) => sql`select ${record.id}::int as record_id, served.id as store_id
      from (${serves.stores(record)}) as served`,
  )
  const { rows } = await sql<{ recordId: number; storeId: number }>`
    select record_id, store_id from (${sql.join(parts, sql` union all `)}) as served
    where store_id = any(${[...storeIds]}::int[])`.execute(connection)
  return rows
}

/** Finds the first required field that is empty; without it, a test can't pass. */
const findMissingField = ({ fields }: Resource, record: AnyRecord): string | null =>
  Object.entries(fields).find(([name, { required }]) => {
    const value = record[name]
    return required && (value === null || value === '' || (isSecretState(value) && !value.set))
  })?.[0] ?? null

/** Finds the field to fix after the last failed test or check, by record. */
async function findFailingFields(
  connection: Connection,
  { resource }: Integration,
  records: readonly { id: number }[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ recordId: number; steps: TestStep[] }>`
    select one.id as record_id, steps from unnest(${records.map(({ id }) => id)}::int[]) as one(id)
    cross join lateral (
      select steps from integration_history
      where resource = ${resource.name} and record_id = one.id and what in ('test', 'check') and ${allStepsEnded}
      order by integration_history.id desc limit 1) as last`.execute(connection)
  return new Map(
    rows.flatMap(({ recordId, steps }) => {
      const field = steps.find(({ outcome }) => outcome === 'failed')?.field
      return field ? [[recordId, field] as const] : []
    }),
  )
}
