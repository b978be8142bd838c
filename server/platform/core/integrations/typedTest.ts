import {
  object as objectStruct,
  optional,
  record as recordStruct,
  string,
  unknown,
} from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { outcomeOf, tellingStep } from '#shared/engine/integrations/tests.ts'
import type { Caller } from '../auth/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Perform, Work } from '../http/call.ts'
import { badRequest } from '../platform/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { changeRecord } from '../records/changes/changeRecord.ts'
import { makeRecords } from '../records/changes/create.ts'
import { scopedTo } from '../records/inScope.ts'
import { recordIdOf } from '../records/recordId.ts'
import { readValues } from '../records/values.ts'
import { performAndUndo } from '../http/writes.ts'
import type { Context, Integration } from './integration.ts'
import { demandWhole, keptIntegration } from './kept.ts'
import { runSteps } from './runSteps.ts'
import { openSecrets } from './settings.ts'
import { integrationCallMessages } from './messages.ts'

const anything = recordStruct(string(), unknown())
const Body = objectStruct({ values: anything, input: optional(anything) })

/** Settings as they would be saved: the record with its opened secrets. */
type TypedSettings = Pick<Context, 'record' | 'secrets'>

/**
 * POST /x/typedTest and POST /x/ID/typedTest: tests settings that are typed but not saved. Secrets that aren't given are the
 * stored ones. Nothing is kept but a line in the log.
 */
export async function testTypedSettings(
  integration: Integration,
  asked: Asked,
  platform: Platform,
  caller: Caller,
  perform: Perform,
): Promise<Answer> {
  const { resource, asks = {} } = integration
  if (!is(asked.body, Body)) throw badRequest(integrationCallMessages.typedTestBody)
  const id = asked.params['id'] === undefined ? null : recordIdOf(resource, asked)
  demandWhole(resource, caller)
  const input = readValues({ fields: asks }, asked.body.input ?? {}, 'all')
  const { values } = asked.body
  const typed = await performAndUndo(
    (work) => readTypedSettings(integration, work, { id, values }),
    { asked, platform, caller },
  )
  platform.outgoing.tries.take(caller.id)
  const steps = await runSteps(integration, {
    ...typed,
    platform,
    input,
    typed: id === null ? 'new' : 'changed',
    passiveOnly: false,
    proven: () => undefined,
    tell: () => Promise.resolve(),
  })
  const outcome = outcomeOf(steps)
  const sentence = tellingStep(steps)?.sentence ?? ''
  return perform(async ({ audit }) => {
    await audit({
      event: `${resource.name}.typedTested`,
      stream: 'integrations',
      target: {
        type: resource.name,
        id: id ?? 0,
        label: labelOf(resource, typed.record),
        storeId: Number(typed.record['storeId'] ?? 0) || null,
      },
      after: { outcome },
      ...(outcome === 'failed' ? { cause: sentence } : {}),
    })
    return { status: 200, body: { outcome, steps } }
  })
}

/** Saves what is typed, so that it's validated and authorized as any save, and reads what came of it. The caller undoes the save. */
async function readTypedSettings(
  integration: Integration,
  work: Work,
  { id, values }: { id: number | null; values: Record<string, unknown> },
): Promise<TypedSettings> {
  const kept = scopedTo(work.caller, keptIntegration(integration))
  const record = await (id === null
    ? createRecord(kept, work, values)
    : changeRecord(kept, work, { id, version: null, values }).then(({ after }) => after))
  const opening = { db: work.trx, secrets: work.platform.secrets }
  return { record, secrets: await openSecrets(opening, integration.resource, record) }
}

async function createRecord(
  kept: Parameters<typeof makeRecords>[0],
  work: Work,
  values: Record<string, unknown>,
): Promise<AnyRecord> {
  const [record] = await makeRecords(kept, work, [values])
  if (!record) throw new Error('No record was made of one')
  return record
}
