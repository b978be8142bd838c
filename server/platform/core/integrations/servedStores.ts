import { sql } from 'kysely'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { WriteContext } from '../http/call.ts'
import type { ImpactSummary } from '../records/resourceHooks.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ImpactEvent, ImpactMessages, Integration } from './integration.ts'
import { toIntegrationRecord, updateStoreStates } from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'
import { integrationMessages } from './messages.ts'

/**
 * Updates the status in stores that changed settings added to or removed from an integration.
 * `serves.by` names the field.
 */
export async function updateReassignedStoreStates(
  integration: Integration,
  { trx, now }: Pick<WriteContext, 'trx' | 'now'>,
  { record, before }: { record: AnyRecord; before: AnyRecord | undefined },
): Promise<void> {
  const by = integration.serves?.by
  if (!before || !by || isSameFieldValue(before[by], record[by])) return
  const details = { now, sentence: null }
  await updateStoreStates(
    trx,
    integration,
    { ...toIntegrationRecord(before), state: 'not_configured' },
    details,
  )
  await updateStoreStates(trx, integration, toIntegrationRecord(record), details)
}

type AffectedStores = { count: number; examples: string[] }

/** Counts the stores where the integration would stop working, with some names. */
export async function countDependentStores(
  trx: Connection,
  integration: Integration,
  record: IntegrationRecord,
): Promise<AffectedStores> {
  const storeIds = getDependentStores(integration)
  const { rows } = await sql<{ count: number; examples: string[] | null }>`
    select count(*)::int as count,
      (array_agg(name order by lower(name), id))[1:${sql.lit(maxStoreExamples)}] as examples
    from stores where id in (select id from (${storeIds(record)}) as served)`.execute(trx)
  return { count: rows[0]?.count ?? 0, examples: rows[0]?.examples ?? [] }
}

const getDependentStores = ({
  serves,
  disableImpact,
}: Pick<Integration, 'serves' | 'disableImpact'>) =>
  disableImpact.stores ?? serves?.stores ?? (() => sql`select id from stores where false`)

/** Finds the stores where the integration works, or would. */
export async function findDependentStores(
  trx: Connection,
  integration: Integration,
  record: IntegrationRecord,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${getDependentStores(integration)(record)}) as served`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Estimates the stores that a change to an integration in use affects: where something stops until
 * the new settings are tested and active; otherwise, for a shared integration, all stores that it
 * serves. A new name affects none.
 */
export const createImpactEstimator =
  (integration: Integration) =>
  async (
    trx: Connection,
    changed: readonly string[],
    id: number,
  ): Promise<() => Promise<ImpactSummary>> => {
    const { resource, serves, disableImpact } = integration
    const loadRecordInUse = async () => {
      const record = await withRecordTables(trx)
        .selectFrom(resource.name)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      // All columns of its table were read.
      return record && isInUse(record['state']) ? (record as IntegrationRecord) : undefined
    }
    const before = await loadRecordInUse()
    const served = before && (await countDependentStores(trx, integration, before))
    return async () => {
      if (!served) return { reaches: 0, own: 0, worse: [] }
      const after = await loadRecordInUse()
      if (!after) {
        const event = before['state'] === 'degraded' ? 'stillFailing' : 'changed'
        const worse = describeImpact(event, disableImpact, before, served)
        return { reaches: served.count, own: 0, worse }
      }
      const isShared = serves && resource.relations.scope === undefined
      if (!isShared || changed.every((name) => name === 'name'))
        return { reaches: 0, own: 0, worse: [] }
      const { count } = await countDependentStores(trx, integration, after)
      return { reaches: Math.max(served.count, count), own: 0, worse: [] }
    }
  }

/** Describes in whole sentences what stops when an integration is disabled or changed. */
export function describeImpact(
  event: ImpactEvent,
  { messages, findOtherEffects }: Integration['disableImpact'],
  record: AnyRecord,
  affected: AffectedStores,
): ImpactSummary['worse'] {
  const sentences = [
    affected.count > 0 ? formatStoreImpact(messages[event], affected) : null,
    findOtherEffects?.(record)?.[event] ?? null,
  ]
  return sentences.flatMap((what) => (what === null ? [] : [{ what, count: 0, examples: [] }]))
}

/** Completes a sentence with the affected stores, or with some of them and the number of others. */
export const formatStoreImpact = (
  format: ImpactMessages['disabled'],
  { count, examples }: AffectedStores,
): string => format(integrationMessages.storeNames(examples, count - examples.length))

const isInUse = (state: unknown) => state === 'active' || state === 'degraded'
const maxStoreExamples = 5
