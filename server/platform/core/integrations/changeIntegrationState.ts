import { sql } from 'kysely'
import type { IntegrationStateChange } from '#shared/engine/integrations/integrationCalls.ts'
import type { IntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import { findOptionalUnknownSteps } from '#shared/engine/integrations/tests.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import type { WriteContext } from '../http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'
import { addHistoryEntry, transitionIntegration } from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'

const stateEvents = { activate: 'activated', disable: 'disabled' } as const satisfies Record<
  IntegrationStateChange,
  string
>

/**
 * Activates or disables an integration, and adds that to its history. Rejects what
 * `transitionIntegration` rejects.
 */
export async function changeIntegrationState(
  integration: Integration,
  context: WriteContext,
  record: IntegrationRecord,
  event: IntegrationStateChange,
): Promise<IntegrationHealth> {
  const { trx, caller, now } = context
  const after = await transitionIntegration(context, integration, record, event)
  await addHistoryEntry(trx, integration, record.id, {
    what: stateEvents[event],
    version: record.settingsVersion,
    actor: caller.email,
    startedAt: now,
    endedAt: now,
    outcome: 'passed',
  })
  return after
}

/** Finds what the last passed test couldn't check. Activating must confirm these steps. */
export async function findUncheckedSteps(
  { resource }: Integration,
  connection: Connection,
  { id, settingsVersion }: Pick<IntegrationRecord, 'id' | 'settingsVersion'>,
): Promise<TestStep[]> {
  const { rows } = await sql<{ steps: TestStep[] }>`
    select steps from integration_history
    where resource = ${resource.name} and record_id = ${id} and version = ${settingsVersion}
      and what in ('test', 'signIn') and outcome = 'passed'
    order by id desc limit 1`.execute(connection)
  return findOptionalUnknownSteps(rows[0]?.steps ?? [])
}
