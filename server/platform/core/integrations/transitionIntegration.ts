import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import type { LifecycleEvent, IntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'
import type { HistoryKind, TestOutcome, TestStep } from '#shared/engine/integrations/tests.ts'
import { toAuditTarget } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { invalidState } from '../platform/httpError.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration, StatusContext } from './integration.ts'
import { logEventInServedStores } from './servedStoreLog.ts'
import { integrationMessages } from './messages.ts'

export type IntegrationRecord = AnyRecord & {
  state: IntegrationState
  settingsVersion: number
  provenVersion: number | null
  failures: number
}
/** Every integration's resource spreads `integrationFields`. */
export const toIntegrationRecord = (record: AnyRecord) => record as IntegrationRecord

type TransitionDetails = {
  outcome?: TestOutcome
  sentence?: string | null
  settingsVersion?: number
}

/**
 * Applies an event to an integration by its lifecycle table. Rejects with 409 if the state doesn't
 * allow it. Returns the new health.
 */
export async function transitionIntegration(
  context: StatusContext,
  integration: Integration,
  record: IntegrationRecord,
  event: LifecycleEvent,
  { outcome, sentence = null, settingsVersion = record.settingsVersion }: TransitionDetails = {},
): Promise<IntegrationHealth> {
  const { trx, now, audit } = context
  const after = getNextStatus(toIntegrationHealth(record), event)
  if (!after) throw invalidState(describeRejection(integration, record, event))
  await withRecordTables(trx)
    .updateTable(integration.resource.name)
    .set({
      state: after.state,
      failures: after.failures,
      settingsVersion,
      provenVersion: after.proven ? settingsVersion : null,
      ...(outcome ? { lastTestAt: now, lastOutcome: outcome } : {}),
      ...(outcome || event === 'change' ? { problem: outcome === 'failed' ? sentence : null } : {}),
    })
    .where('id', '=', record.id)
    .execute()
  await integration.afterStatus?.(context, { record, event, after })
  // The status in stores still holds for a draft that was tested again.
  if (after.state !== record.state || after.state === 'degraded')
    await updateStoreStates(trx, integration, { ...record, ...after }, { now, sentence })
  if (after.state === record.state) return after
  const entry: AuditEntry = {
    event: `${integration.resource.name}.${getTransitionEvent(record.state, after.state)}`,
    stream: 'integrations',
    before: { state: record.state },
    after: { state: after.state },
    ...(after.state === 'degraded' ? { cause: sentence ?? '' } : {}),
  }
  await audit({ ...entry, target: toAuditTarget(integration.resource, record) })
  await logEventInServedStores(context, integration, record, entry)
  return after
}

const getTransitionEvent = (before: IntegrationState, after: IntegrationState): string => {
  if (before === 'degraded' && after === 'active') return 'recovered'
  return (
    { active: 'activated', draft: 'drafted', not_configured: 'removed' }[after as string] ?? after
  )
}

/** Describes why an integration's state doesn't allow an event. */
export function describeRejection(
  { resource }: Integration,
  { state }: IntegrationRecord,
  event: LifecycleEvent,
): string {
  if (event === 'activate' && state !== 'active' && state !== 'degraded')
    return integrationMessages.testFirst
  if (event === 'remove') return integrationMessages.inUse(resource.title.one)
  return integrationMessages.wrongState(state)
}

/**
 * Updates an integration's status in the stores that it serves. A removed one becomes not
 * configured.
 */
export async function updateStoreStates(
  trx: Connection,
  { serves }: Integration,
  record: Pick<IntegrationRecord, 'state'> & AnyRecord,
  { now, sentence }: { now: string; sentence: string | null },
): Promise<void> {
  if (!serves) return
  const message = record.state === 'degraded' ? sentence : null
  await sql`
    insert into integrations (store_id, kind, state, message, checked_at)
    select id, ${serves.kind}, ${record.state}, ${message}, ${now}::timestamptz
    from (${serves.stores(record)}) as served
    on conflict (store_id, kind) do update
      set state = excluded.state, message = excluded.message, checked_at = excluded.checked_at
      where (integrations.state, integrations.message) is distinct from (excluded.state, excluded.message)`.execute(
    trx,
  )
}

type NewHistoryEntry = {
  what: HistoryKind
  version: number
  actor: string
  startedAt: string
  endedAt?: string | null
  outcome: TestOutcome
  sentence?: string | null
  steps?: readonly TestStep[]
}

/** Matches history entries whose steps all ended, which excludes canceled and running tests. */
export const allStepsEnded = sql<boolean>`steps <> '[]'::jsonb and not steps @? '$[*] ? (@.outcome == null)'`

/** Adds an entry to an integration's history and returns its ID. */
export async function addHistoryEntry(
  connection: Connection,
  { resource }: Integration,
  recordId: number,
  { endedAt = null, sentence = null, steps = [], ...entry }: NewHistoryEntry,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into integration_history
      (resource, record_id, what, version, actor, started_at, ended_at, outcome, sentence, steps)
    values (${resource.name}, ${recordId}, ${entry.what}, ${entry.version}, ${entry.actor}, ${entry.startedAt},
      ${endedAt}, ${entry.outcome}, ${sentence}, ${JSON.stringify(steps)}::jsonb)
    returning id`.execute(connection)
  return Number(rows[0]?.id)
}

/**
 * Adds a check to an integration's history. If the result is the same as the previous check's,
 * updates that entry instead.
 */
export async function addCheckEntry(
  connection: Connection,
  integration: Integration,
  recordId: number,
  entry: Omit<NewHistoryEntry, 'what'>,
): Promise<void> {
  const { endedAt = null, sentence = null, steps = [] } = entry
  const { numAffectedRows } = await sql`
    update integration_history set ended_at = ${endedAt}, steps = ${JSON.stringify(steps)}::jsonb
    where id = (select max(id) from integration_history
        where resource = ${integration.resource.name} and record_id = ${recordId}
          and what not in ('degraded', 'recovered'))
      and (what, version, outcome) = ('check', ${entry.version}, ${entry.outcome})
      and sentence is not distinct from ${sentence}`.execute(connection)
  if (!numAffectedRows)
    await addHistoryEntry(connection, integration, recordId, { ...entry, what: 'check' })
}
