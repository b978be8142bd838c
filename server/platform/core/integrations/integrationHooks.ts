import { sql } from 'kysely'
import { isSameValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Account } from '../auth/tokens.ts'
import type { WriteContext } from '../http/call.ts'
import { HttpError } from '../platform/httpError.ts'
import type { ResourceHooks, ResourceModule as KeptResource } from '../records/resourceHooks.ts'
import type { Integration } from './integration.ts'
import {
  addHistoryEntry,
  toIntegrationRecord,
  transitionIntegration,
  updateStoreStates,
} from './transitionIntegration.ts'
import { createImpactEstimator, updateServedStores } from './servedStores.ts'
import { addStoreChanges } from './storeEntries.ts'
import { integrationMessages } from './messages.ts'

/**
 * Rejects accounts limited to some stores for a setup that belongs to no store. They can read it.
 */
export function requireAllStores({ scope, title }: Resource, { storeIds }: Account): void {
  if (scope !== undefined || storeIds === null) return
  throw new HttpError(403, 'forbidden', integrationMessages.otherStores(title.one))
}

/**
 * Returns the hooks that keep an integration's status in step with the generic writes of its
 * settings.
 */
export function createIntegrationHooks(integration: Integration): KeptResource {
  const { resource, hooks: own = {}, dependents = [], readExtension: listing = null } = integration
  const consequence: ResourceHooks = {
    affectedRecords: createImpactEstimator(integration),
    ...own,
    async authorize(work, written) {
      requireAllStores(resource, work.caller)
      await own.authorize?.(work, written)
      if (!written.values && written.before)
        await removeIntegration(integration, work, written.before)
    },
    async afterWrite(work, records, before) {
      for (const [at, record] of records.entries())
        await applyChangedSettings(integration, work, record, before[at])
      for (const [at, record] of records.entries())
        await updateServedStores(integration, work, { record, before: before[at] })
      await own.afterWrite?.(work, records, before)
    },
  }
  return { ...resource, hooks: consequence, dependents, readExtension: listing }
}

/** Removes a deleted integration's expirations and its stores' status. */
async function removeIntegration(
  integration: Integration,
  work: WriteContext,
  before: AnyRecord,
): Promise<void> {
  await transitionIntegration(work, integration, toIntegrationRecord(before), 'remove')
  await sql`delete from integration_expiries
    where resource = ${integration.resource.name} and record_id = ${before.id}`.execute(work.trx)
}

/** Requires a new test of changed settings and saves their expirations. */
async function applyChangedSettings(
  integration: Integration,
  work: WriteContext,
  record: AnyRecord,
  before: AnyRecord | undefined,
): Promise<void> {
  const { trx, now, caller } = work
  const kept = toIntegrationRecord(record)
  const isOther = (name: string) => !isSameValue(record[name], before?.[name])
  await saveExpirations(integration, work, record)
  if (!before) return updateStoreStates(trx, integration, kept, { now, sentence: null })
  if (!integration.settings.some(isOther)) return
  await addStoreChanges(work, integration, record, before)
  const settingsVersion = kept.settingsVersion + 1
  await transitionIntegration(work, integration, kept, 'change', { settingsVersion })
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
  { resource, getExpirations: expires }: Integration,
  { trx }: Pick<WriteContext, 'trx'>,
  record: AnyRecord,
): Promise<void> {
  if (!expires) return
  await sql`delete from integration_expiries
    where resource = ${resource.name} and record_id = ${record.id}`.execute(trx)
  for (const { what, at } of expires(record))
    if (at !== null)
      await sql`insert into integration_expiries (resource, record_id, what, at)
        values (${resource.name}, ${record.id}, ${what}, ${at})
        on conflict (resource, record_id, what) do update set at = least(excluded.at, integration_expiries.at)`.execute(
        trx,
      )
}
