import { array, enums, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { integrationStateChanges } from '#shared/engine/integrations/integrationCalls.ts'
import { historyKinds, stepOutcomes, testOutcomes } from '#shared/engine/integrations/tests.ts'
import type { Fields } from '#shared/engine/resource.ts'
import type { CallResult, Call, RequestContext } from '../http/call.ts'
import { badRequest, HttpError } from '../platform/httpError.ts'
import { impactParameter } from '../http/impactParameter.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '../http/schema.ts'
import { toSchemaProperties, buildRecordSchemas } from '../records/recordSchemas.ts'
import { nameSchema, objectSchema } from '../http/schema.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { lockRecord, loadRecord } from '../records/loadRecord.ts'
import { parseRecordId, parseVersion } from '../records/recordId.ts'
import { requireConfirmation } from '../records/changes/update.ts'
import { changeIntegrationState, findUncheckedSteps } from './changeIntegrationState.ts'
import type { Integration } from './integration.ts'
import { requireAllStores } from './integrationHooks.ts'
import { toIntegrationRecord } from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'
import { listIntegrationHistory, watchTest } from './testHistory.ts'
import { describeImpact, countDependentStores } from './servedStores.ts'
import { startIntegrationTest } from './testJob.ts'
import { testUnsavedSettings } from './typedTest.ts'
import { integrationCallMessages } from './messages.ts'

// The table's own keys.
const getKeys = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[]

const stepSchema = nameSchema(
  'TestStep',
  objectSchema(
    {
      name: stringSchema,
      title: stringSchema,
      required: { type: 'boolean' },
      ms: nullableSchema(integerSchema),
      outcome: nullableSchema({ type: 'string', enum: getKeys(stepOutcomes) }),
      code: nullableSchema(stringSchema),
      sentence: nullableSchema(stringSchema),
      warning: { type: 'boolean' },
      field: nullableSchema(stringSchema),
    },
    ['name', 'title', 'required', 'ms', 'outcome', 'code', 'sentence'],
  ),
)
const testResultSchema = nameSchema(
  'TestResult',
  objectSchema({
    outcome: { type: 'string', enum: getKeys(testOutcomes) },
    steps: arraySchema(stepSchema),
  }),
)
const historyEntrySchema = nameSchema(
  'IntegrationHistoryEntry',
  objectSchema({
    id: integerSchema,
    what: { type: 'string', enum: getKeys(historyKinds) },
    version: integerSchema,
    actor: stringSchema,
    startedAt: instantSchema,
    endedAt: nullableSchema(instantSchema),
    outcome: { type: 'string', enum: getKeys(testOutcomes) },
    sentence: nullableSchema(stringSchema),
    steps: arraySchema(stepSchema),
  }),
)

const historySchema = nameSchema(
  'IntegrationHistory',
  objectSchema({ data: arraySchema(historyEntrySchema) }),
)
const startedTestSchema = nameSchema(
  'StartedTest',
  objectSchema({ id: integerSchema, job: integerSchema }),
)
const stateChangeSchema = nameSchema(
  'IntegrationStateChange',
  objectSchema(
    {
      event: { type: 'string', enum: getKeys(integrationStateChanges) },
      despite: arraySchema(stringSchema),
    },
    ['event'],
  ),
)
const unsavedSettingsSchema = nameSchema(
  'UnsavedSettings',
  objectSchema({ values: { type: 'object' } }),
)

/** Describes the body that starts a test. Most tests need no inputs and share one schema. */
function toTestStartSchema(testInputs: Fields) {
  const names = Object.keys(testInputs)
  const schema = objectSchema(
    { ...toSchemaProperties(testInputs), activate: { type: 'boolean' } },
    names.filter((name) => testInputs[name]?.required),
  )
  return names.length === 0 ? nameSchema('TestStart', schema) : schema
}

/**
 * Returns an integration's calls in addition to the generic ones of its settings
 * (shared/engine/integrations/integrationCalls.ts).
 */
export function buildIntegrationCalls(integration: Integration): Call[] {
  const { name, title, permission } = integration.resource
  const { testInputs = {} } = integration
  return [
    {
      kind: 'write',
      permission: `${permission}:write`,
      method: 'post',
      path: `/${name}/:id/test`,
      summary: `Start a job that tests one ${title.one}`,
      body: toTestStartSchema(testInputs),
      success: { status: 202, schema: startedTestSchema },
      errorStatuses: [429],
      handler: (context) => startIntegrationTest(integration, context),
    },
    ...buildTypedTestCalls(integration),
    {
      kind: 'read',
      permission: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id/tests`,
      summary: `List the tests, checks, and status changes of one ${title.one}, newest first`,
      success: { status: 200, schema: historySchema },
      handler: (request, platform, caller) =>
        listIntegrationHistory(integration, request, platform, caller),
    },
    {
      kind: 'read',
      permission: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id/tests/events`,
      summary: `Stream the latest test of one ${title.one} as its steps finish`,
      success: { status: 200, types: ['text/event-stream'] },
      handler: (request, platform, caller) => watchTest(integration, request, platform, caller),
    },
    {
      kind: 'write',
      permission: `${permission}:write`,
      method: 'post',
      path: `/${name}/:id/state`,
      summary: `Activate or disable one ${title.one}`,
      query: [impactParameter],
      body: stateChangeSchema,
      ifMatch: 'optional',
      success: { status: 200, schema: buildRecordSchemas(integration.resource).record },
      handler: (context) => updateState(integration, context),
    },
    ...(integration.calls ?? []),
  ]
}

/** Returns the calls that test unsaved settings, of a new record and of a saved one. */
function buildTypedTestCalls(integration: Integration): Call[] {
  const { name, title, permission } = integration.resource
  const { writes } = integration.resource.api
  const { testInputs = {} } = integration
  const requiredInputs = Object.keys(testInputs).filter((field) => testInputs[field]?.required)
  const inputSchema = objectSchema(toSchemaProperties(testInputs), requiredInputs)
  const common = {
    kind: 'externalWrite',
    permission: `${permission}:write`,
    method: 'post',
    body: integration.testInputs
      ? objectSchema({ values: { type: 'object' }, input: inputSchema }, ['values'])
      : unsavedSettingsSchema,
    success: {
      status: 200,
      schema: testResultSchema,
    },
    errorStatuses: [429],
    handler: (...args: ExternalWriteArguments) => testUnsavedSettings(integration, ...args),
  } as const
  const { one } = title
  return [
    ...(writes.includes('create')
      ? [
          {
            ...common,
            path: `/${name}/typedTest`,
            summary: `Test one new ${one} before it's saved`,
          },
        ]
      : []),
    {
      ...common,
      path: `/${name}/:id/typedTest`,
      summary: `Test changes to one ${one} before they're saved`,
    },
  ]
}

type ExternalWriteArguments = Parameters<Extract<Call, { kind: 'externalWrite' }>['handler']>

const StateBody = type({
  event: enums(getKeys(integrationStateChanges)),
  despite: optional(array(string())),
})
async function updateState(integration: Integration, context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, platform } = context
  const { resource, waiting } = integration
  if (!is(request.body, StateBody)) throw badRequest(integrationCallMessages.stateBody)
  const { event, despite = [] } = request.body
  const id = parseRecordId(resource, request)
  requireAllStores(resource, caller)
  const record = toIntegrationRecord(
    await lockRecord(trx, limitToCaller(caller, resource), id, parseVersion(request)),
  )
  if (event === 'activate') await requireKnownOutcomes(integration, context, record, despite)
  else await requireDisableConfirmation(integration, context, record)
  await changeIntegrationState(integration, context, record, event)
  const after = await loadRecord(trx, limitToCaller(caller, resource), id)
  const result = { status: 200, body: after, version: after.version }
  return event === 'activate' && waiting
    ? { ...result, afterCommit: () => platform.wakeQueue(waiting.queue) }
    : result
}

/** Rejects activation until the operator confirms the steps whose outcome is unknown. */
async function requireKnownOutcomes(
  integration: Integration,
  { trx }: RequestContext,
  record: IntegrationRecord,
  despite: readonly string[],
): Promise<void> {
  const unconfirmed = (await findUncheckedSteps(integration, trx, record)).filter(
    ({ name }) => !despite.includes(name),
  )
  if (unconfirmed.length === 0) return
  const titles = unconfirmed.map(({ title }) => title)
  const names = unconfirmed.map(({ name }) => name)
  throw new HttpError(409, 'unconfirmed', integrationCallMessages.uncheckedSteps(titles, names))
}

/** Rejects disabling until the operator confirms what stops, and in which stores. */
async function requireDisableConfirmation(
  integration: Integration,
  { trx, request }: RequestContext,
  record: IntegrationRecord,
): Promise<void> {
  const affected = await countDependentStores(trx, integration, record)
  const worse = describeImpact('disabled', integration.disableImpact, record, affected)
  const impact = { reaches: affected.count, own: 0, worse }
  requireConfirmation(request, { id: record.id, event: 'disable' }, impact)
}
