import { sql } from 'kysely'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Account } from '../auth/tokens.ts'
import type { WriteContext } from '../http/call.ts'
import { HttpError } from '../platform/httpError.ts'
import type { ResourceHooks, ResourceModule } from '../records/resourceHooks.ts'
import type { Integration } from './integration.ts'
import {
  addHistoryEntry,
  toIntegrationRecord,
  transitionIntegration,
  updateStoreStates,
} from './transitionIntegration.ts'
import { createImpactEstimator, updateReassignedStoreStates } from './servedStores.ts'
import { logChangesInServedStores } from './servedStoreLog.ts'
import { integrationMessages } from './messages.ts'

/**
 * Rejects accounts limited to some stores for a setup that belongs to no store. They can read it.
 */
export function requireAllStores(
  { relations: { scope }, title }: Resource,
  { storeIds }: Account,
): void {
  if (scope !== undefined || storeIds === null) return
  throw new HttpError(403, 'forbidden', integrationMessages.otherStores(title.one))
}

/**
 * Creates the resource module of an integration. Its hooks keep the integration's status in step
 * with the generic writes of its settings.
 */
export function createIntegrationModule(integration: Integration): ResourceModule {
  const { resource, hooks: ownHooks = {}, dependents = [] } = integration
  const resourceHooks: ResourceHooks = {
    affectedRecords: createImpactEstimator(integration),
    ...ownHooks,
    async authorize(context, write) {
      requireAllStores(resource, context.caller)
      await ownHooks.authorize?.(context, write)
      if (!write.values && write.before) await removeIntegration(integration, context, write.before)
    },
    async afterWrite(context, records, before) {
      for (const [index, record] of records.entries())
        await applyChangedSettings(integration, context, record, before[index])
      for (const [index, record] of records.entries())
        await updateReassignedStoreStates(integration, context, { record, before: before[index] })
      await ownHooks.afterWrite?.(context, records, before)
    },
  }
  return { ...resource, hooks: resourceHooks, readExtension: null, dependents }
}

/** Removes a deleted integration's expirations and its stores' status. */
async function removeIntegration(
  integration: Integration,
  context: WriteContext,
  before: AnyRecord,
): Promise<void> {
  await transitionIntegration(context, integration, toIntegrationRecord(before), 'remove')
  await sql`delete from integration_expiries
    where resource = ${integration.resource.name} and record_id = ${before.id}`.execute(context.trx)
}

/** Requires a new test of changed settings and saves their expirations. */
async function applyChangedSettings(
  integration: Integration,
  context: WriteContext,
  record: AnyRecord,
  before: AnyRecord | undefined,
): Promise<void> {
  const { trx, now, caller } = context
  const integrationRecord = toIntegrationRecord(record)
  const isChanged = (name: string) => !isSameFieldValue(record[name], before?.[name])
  await saveExpirations(integration, context, record)
  if (!before)
    return updateStoreStates(trx, integration, integrationRecord, { now, sentence: null })
  if (!integration.settings.some(isChanged)) return
  await logChangesInServedStores(context, integration, record, before)
  const settingsVersion = integrationRecord.settingsVersion + 1
  await transitionIntegration(context, integration, integrationRecord, 'change', {
    settingsVersion,
  })
  await addHistoryEntry(trx, integration, record.id, {
    what: 'changed',
    version: settingsVersion,
    actor: caller.email,
    startedAt: now,
    endedAt: now,
    outcome: 'unknown',
  })
}

/** Saves what expires in an integration, for the list of expirations. */
export async function saveExpirations(
  { resource, getExpirations }: Integration,
  { trx }: Pick<WriteContext, 'trx'>,
  record: AnyRecord,
): Promise<void> {
  if (!getExpirations) return
  await sql`delete from integration_expiries
    where resource = ${resource.name} and record_id = ${record.id}`.execute(trx)
  for (const { what, at } of getExpirations(record))
    if (at !== null)
      await sql`insert into integration_expiries (resource, record_id, what, at)
        values (${resource.name}, ${record.id}, ${what}, ${at})
        on conflict (resource, record_id, what) do update set at = least(excluded.at, integration_expiries.at)`.execute(
        trx,
      )
}
