import { sql } from 'kysely'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Account } from '../auth/tokens.ts'
import type { Work } from '../http/call.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Consequence, Kept as KeptResource } from '../records/settled.ts'
import type { Integration } from './integration.ts'
import { addHistory, asKept, keepStanding, tellStores } from './keepStanding.ts'
import { reachOfChange, tellServed } from './served.ts'
import { addStoreChanges } from './storeEntries.ts'
import { integrationMessages } from './messages.ts'

/** What is no store's is the platform's: an account for some stores may look at it. */
export function demandWhole({ scope, title }: Resource, { storeIds }: Account): void {
  if (scope !== undefined || storeIds === null) return
  throw new Refusal(403, 'forbidden', integrationMessages.otherStores(title.one))
}

/** What the generic calls bring about in the life of an integration. */
export function keptIntegration(integration: Integration): KeptResource {
  const { resource, consequence: own = {}, dependents = [], listing = null } = integration
  const consequence: Consequence = {
    reach: reachOfChange(integration),
    ...own,
    async admit(work, written) {
      demandWhole(resource, work.caller)
      await own.admit?.(work, written)
      if (!written.values && written.before) await remove(integration, work, written.before)
    },
    async settle(work, records, before) {
      for (const [at, record] of records.entries())
        await follow(integration, work, record, before[at])
      for (const [at, record] of records.entries())
        await tellServed(integration, work, { record, before: before[at] })
      await own.settle?.(work, records, before)
    },
  }
  return { ...resource, consequence, dependents, listing }
}

/** Its secrets and certificates end no more, and its stores have none. */
async function remove(integration: Integration, work: Work, before: AnyRecord): Promise<void> {
  await keepStanding(work, integration, asKept(before), 'remove')
  await sql`delete from integration_expiries
    where resource = ${integration.resource.name} and record_id = ${before.id}`.execute(work.trx)
}

/** What was changed asks for a new test, and expires anew. */
async function follow(
  integration: Integration,
  work: Work,
  record: AnyRecord,
  before: AnyRecord | undefined,
): Promise<void> {
  const { trx, now, caller } = work
  const kept = asKept(record)
  const isOther = (name: string) => !sameValue(record[name], before?.[name])
  await keepExpiries(integration, work, record)
  if (!before) return tellStores(trx, integration, kept, { now, sentence: null })
  if (!integration.settings.some(isOther)) return
  await addStoreChanges(work, integration, record, before)
  const settingsVersion = kept.settingsVersion + 1
  await keepStanding(work, integration, kept, 'change', { settingsVersion })
  await addHistory(trx, integration, record.id, {
    what: 'changed',
    version: settingsVersion,
    actor: caller.email,
    startedAt: now,
    endedAt: now,
    outcome: 'unknown',
  })
}

/** Keeps what of an integration ends, for whoever asks what expires. */
export async function keepExpiries(
  { resource, expires }: Integration,
  { trx }: Pick<Work, 'trx'>,
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
