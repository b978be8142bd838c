import {
  object as objectStruct,
  optional,
  record as recordStruct,
  string,
  unknown,
} from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getTestOutcome, findBlockingStep } from '#shared/engine/integrations/tests.ts'
import type { Caller } from '../auth/tokens.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult, PerformWrite, WriteContext } from '../http/call.ts'
import { badRequest } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { updateRecord } from '../records/changes/updateRecord.ts'
import { createRecords } from '../records/changes/create.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { parseRecordId } from '../records/recordId.ts'
import { parseValues } from '../records/values.ts'
import { runAndRollBack } from '../http/performWrite.ts'
import type { StepContext, Integration } from './integration.ts'
import { requireAllStores, createIntegrationModule } from './integrationHooks.ts'
import { runSteps } from './runSteps.ts'
import { openSecrets } from './settings.ts'
import { integrationCallMessages } from './messages.ts'

const anyRecord = recordStruct(string(), unknown())
const TypedTestBody = objectStruct({ values: anyRecord, input: optional(anyRecord) })

/** Settings as they would be saved: the record and its opened secrets. */
type TypedSettings = Pick<StepContext, 'record' | 'secrets'>

/**
 * POST /x/typedTest and POST /x/ID/typedTest: tests unsaved settings. Missing secrets are read from
 * the saved record. Only a log entry is saved.
 */
export async function testUnsavedSettings(
  integration: Integration,
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const { resource, testInputs = {} } = integration
  if (!is(request.body, TypedTestBody)) throw badRequest(integrationCallMessages.typedTestBody)
  const id = request.params['id'] === undefined ? null : parseRecordId(resource, request)
  requireAllStores(resource, caller)
  const input = parseValues({ fields: testInputs }, request.body.input ?? {}, 'all')
  const { values } = request.body
  const typed = await runAndRollBack(
    (context) => loadTypedSettings(integration, context, { id, values }),
    { asked: request, platform, caller },
  )
  platform.outgoing.testRateLimit.consume(caller.id)
  const steps = await runSteps(integration, {
    ...typed,
    platform,
    input,
    typed: id === null ? 'new' : 'changed',
    passiveOnly: false,
    findUserActionStep: () => undefined,
    onProgress: () => Promise.resolve(),
  })
  const outcome = getTestOutcome(steps)
  const sentence = findBlockingStep(steps)?.sentence ?? ''
  return perform(async ({ audit }) => {
    await audit({
      event: `${resource.name}.typedTested`,
      stream: 'integrations',
      target: {
        type: resource.name,
        id: id ?? 0,
        label: getLabel(resource, typed.record),
        storeId: Number(typed.record['storeId'] ?? 0) || null,
      },
      after: { outcome },
      ...(outcome === 'failed' ? { cause: sentence } : {}),
    })
    return { status: 200, body: { outcome, steps } }
  })
}

/**
 * Saves the entered settings, so that they're validated and authorized like any save, and reads the
 * result. The caller rolls the save back.
 */
async function loadTypedSettings(
  integration: Integration,
  context: WriteContext,
  { id, values }: { id: number | null; values: Record<string, unknown> },
): Promise<TypedSettings> {
  const scoped = limitToCaller(context.caller, createIntegrationModule(integration))
  const record = await (id === null
    ? createTypedRecord(scoped, context, values)
    : updateRecord(scoped, context, { id, version: null, values }).then(({ after }) => after))
  const opening = { db: context.trx, secrets: context.platform.secrets }
  return { record, secrets: await openSecrets(opening, integration.resource, record) }
}

async function createTypedRecord(
  scoped: Parameters<typeof createRecords>[0],
  context: WriteContext,
  values: Record<string, unknown>,
): Promise<AnyRecord> {
  const [record] = await createRecords(scoped, context, [values])
  if (!record) throw new Error('No record was made of one')
  return record
}
