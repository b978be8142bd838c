import { enums, type } from 'superstruct'
import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { integrationMessages as stateMessages } from '#shared/engine/integrations/messages.ts'
import type { IntegrationStateChange } from '#shared/engine/integrations/integrationCalls.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import { integrationStates } from '#shared/engine/integrations/states.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'
import { is } from '#shared/engine/is.ts'
import { defineJob } from '../jobs/jobs.ts'
import type { JobKind, JobRow, RowContext } from '../jobs/jobs.ts'
import { invalidState } from '../platform/httpError.ts'
import type { BulkHandler, BulkHandlers } from '../records/bulkHandler.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { loadRecord, lockRecord } from '../records/loadRecord.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { changeIntegrationState, findUncheckedSteps } from './changeIntegrationState.ts'
import type { Integration } from './integration.ts'
import { requireAllStores } from './integrationHooks.ts'
import { integrationMessages } from './messages.ts'
import { countDependentStores, describeImpact, findDependentStores } from './servedStores.ts'
import { describeRejection, toIntegrationRecord } from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'

/** Activating and disabling a setup at a certain time. POST /x/ID/state does it at once. */
export const activationActions = defineBulkActions([
  {
    name: 'activate',
    label: stateMessages.activate,
    title: integrationMessages.activate,
    fields: {},
    requiredAction: 'write',
    onlyScheduled: true,
  },
  {
    name: 'disable',
    label: stateMessages.disable,
    title: integrationMessages.disable,
    fields: {},
    requiredAction: 'write',
    onlyScheduled: true,
  },
])

const reverse = { activate: 'disable', disable: 'activate' } as const

/** Creates what plans these actions for the setups of an integration. */
export const createActivationHandlers = (
  integration: Integration,
): BulkHandlers<typeof activationActions> => ({
  activate: { ...createHandler(integration, 'activate'), getWarnings: createWarnings(integration) },
  disable: {
    ...createHandler(integration, 'disable'),
    async describeImpact(connection, ids) {
      const impacts = []
      for (const record of await loadSetups(integration, connection, ids)) {
        const affected = await countDependentStores(connection, integration, record)
        impacts.push(...describeImpact('disabled', integration.disableImpact, record, affected))
      }
      return impacts.map(({ what }) => what)
    },
  },
})

const createHandler = (integration: Integration, event: IntegrationStateChange): BulkHandler => ({
  skipsValidation: true,
  authorize({ caller }) {
    requireAllStores(integration.resource, caller)
    return Promise.resolve()
  },
  getChanges(before) {
    const record = toIntegrationRecord(before)
    const after = getNextStatus(toIntegrationHealth(record), event)
    if (!after) throw invalidState(describeRejection(integration, record, event))
    return { state: after.state }
  },
  async findStoreIds(connection, ids) {
    const stores = new Set<number>()
    for (const record of await loadSetups(integration, connection, ids))
      for (const id of await findDependentStores(connection, integration, record)) stores.add(id)
    return [...stores].toSorted((one, other) => one - other)
  },
})

/** Warns about steps that the last test couldn't check: scheduling the plan confirms them. */
const createWarnings =
  (integration: Integration): NonNullable<BulkHandler['getWarnings']> =>
  async ({ trx }, changes) => {
    const byId = new Map<number, string[]>()
    for (const { before } of changes) {
      const record = toIntegrationRecord(before)
      const steps = await findUncheckedSteps(integration, trx, record)
      if (steps.length > 0)
        byId.set(before.id, [integrationMessages.uncheckedSteps(steps.map(({ title }) => title))])
    }
    return { byId, all: [] }
  }

async function loadSetups(
  { resource }: Integration,
  connection: Connection,
  ids: readonly number[],
): Promise<IntegrationRecord[]> {
  const all = limitToCaller({ storeIds: null }, resource)
  const records = []
  for (const id of ids) records.push(toIntegrationRecord(await loadRecord(connection, all, id)))
  return records
}

const stateNames = Object.keys(integrationStates) as IntegrationState[] // The table's own keys.
const UndoData = type({ to: enums(stateNames) })

/** Creates the jobs that make these changes, and that reverse them at their end. */
export const createActivationJobs = (integration: Integration): JobKind[] =>
  activationActions.map(({ name }) =>
    defineJob({
      name: `${integration.resource.name}.${name}`,
      permission: `${integration.resource.permission}:write`,
      async perform(context, row) {
        const record = await lockSetup(integration, context, row)
        const { state } = await changeIntegrationState(integration, context, record, name)
        return {
          outcome: 'done',
          undoData: { to: state },
          ...(name === 'activate' && integration.waiting && { queue: integration.waiting.queue }),
        }
      },
      async undo(context, row) {
        const record = await lockSetup(integration, context, row)
        // An active setup that fails is still the one that was activated.
        const state = record.state === 'degraded' ? 'active' : record.state
        if (!is(row.input, UndoData) || row.input.to !== state)
          throw invalidState(integrationMessages.changedSince(record.state))
        await changeIntegrationState(integration, context, record, reverse[name])
        return { outcome: 'done' }
      },
    }),
  )

async function lockSetup(
  { resource }: Integration,
  { trx, caller }: RowContext,
  { targetId }: JobRow,
): Promise<IntegrationRecord> {
  requireAllStores(resource, caller)
  return toIntegrationRecord(
    await lockRecord(trx, limitToCaller(caller, resource), Number(targetId), null),
  )
}
