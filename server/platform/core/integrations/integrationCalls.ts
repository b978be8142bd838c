import { array, enums, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { stateChanges } from '#shared/engine/integrations/integrationCalls.ts'
import type { StateChange } from '#shared/engine/integrations/integrationCalls.ts'
import {
  historyKinds,
  stepOutcomes,
  testOutcomes,
  unknownSteps,
} from '#shared/engine/integrations/tests.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { sql } from 'kysely'
import type { Answer, Call, Change } from '../http/call.ts'
import { badRequest, Refusal } from '../platform/refusal.ts'
import { reachParameter } from '../http/reachParameter.ts'
import { instant, listOf, orNull, text, whole } from '../http/schema.ts'
import { object, propertiesOf, recordSchemas } from '../http/schemas.ts'
import { scopedTo } from '../records/inScope.ts'
import { lockRecord, readRecord } from '../records/read.ts'
import { recordIdOf, versionFrom } from '../records/recordId.ts'
import { demandConfirmed } from '../records/changes/update.ts'
import type { Integration } from './integration.ts'
import { demandWhole } from './kept.ts'
import { addHistory, asKept, keepStanding } from './keepStanding.ts'
import type { Kept } from './keepStanding.ts'
import { answerHistory, answerTestEvents } from './readHistory.ts'
import { storesOf } from './served.ts'
import { startTest } from './testJob.ts'
import { testTypedSettings } from './typedTest.ts'
import { integrationCallMessages as say } from './messages.ts'

const names = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[] // The table's own.

const step = object(
  {
    name: text,
    title: text,
    required: { type: 'boolean' },
    ms: orNull(whole),
    outcome: orNull({ type: 'string', enum: names(stepOutcomes) }),
    code: orNull(text),
    sentence: orNull(text),
    warning: { type: 'boolean' },
    field: orNull(text),
  },
  ['name', 'title', 'required', 'ms', 'outcome', 'code', 'sentence'],
)
const entry = object({
  id: whole,
  what: { type: 'string', enum: names(historyKinds) },
  version: whole,
  actor: text,
  startedAt: instant,
  endedAt: orNull(instant),
  outcome: { type: 'string', enum: names(testOutcomes) },
  sentence: orNull(text),
  steps: listOf(step),
})

/** What every integration is offered besides the generic calls of its settings (shared/engine/integrations/integrationCalls.ts). */
export function integrationCalls(integration: Integration): Call[] {
  const { name, title, permission } = integration.resource
  const { asks = {} } = integration
  const asked = Object.keys(asks).filter((field) => asks[field]?.required)
  return [
    {
      kind: 'write',
      needs: `${permission}:write`,
      method: 'post',
      path: `/${name}/:id/test`,
      summary: `Start a job that tests one ${title.one}`,
      body: object({ ...propertiesOf(asks), activate: { type: 'boolean' } }, asked),
      success: { status: 202, schema: object({ id: whole, job: whole }) },
      refusals: [409, 413, 415, 422, 429],
      answer: (change) => startTest(integration, change),
    },
    ...typedTestCalls(integration),
    {
      kind: 'read',
      needs: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id/tests`,
      summary: `List the tests, checks, and status changes of one ${title.one}, newest first`,
      success: { status: 200, schema: object({ data: listOf(entry) }) },
      answer: (read, platform, caller) => answerHistory(integration, read, platform, caller),
    },
    {
      kind: 'read',
      needs: `${permission}:read`,
      method: 'get',
      path: `/${name}/:id/tests/events`,
      summary: `Stream the latest test of one ${title.one} as its steps finish`,
      success: { status: 200, types: ['text/event-stream'] },
      answer: (read, platform, caller) => answerTestEvents(integration, read, platform, caller),
    },
    {
      kind: 'write',
      needs: `${permission}:write`,
      method: 'post',
      path: `/${name}/:id/state`,
      summary: `Activate or disable one ${title.one}`,
      query: [reachParameter('the stores where the integration stops working')],
      body: object(
        { event: { type: 'string', enum: names(stateChanges) }, despite: listOf(text) },
        ['event'],
      ),
      ifMatch: 'optional',
      success: { status: 200, schema: recordSchemas(integration.resource).record },
      refusals: [409, 413, 415, 422],
      answer: (change) => changeState(integration, change),
    },
    ...(integration.calls ?? []),
  ]
}

/** The tests of what is typed but not saved: of a new record, and over a saved one. */
function typedTestCalls(integration: Integration): Call[] {
  const { name, title, permission, writes } = integration.resource
  const { asks = {} } = integration
  const asked = Object.keys(asks).filter((field) => asks[field]?.required)
  const common = {
    kind: 'asking',
    needs: `${permission}:write`,
    method: 'post',
    body: object({ values: { type: 'object' }, input: object(propertiesOf(asks), asked) }, [
      'values',
    ]),
    success: {
      status: 200,
      schema: object({
        outcome: { type: 'string', enum: names(testOutcomes) },
        steps: listOf(step),
      }),
    },
    refusals: [409, 413, 415, 422, 429],
    answer: (...given: Asking) => testTypedSettings(integration, ...given),
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

type Asking = Parameters<Extract<Call, { kind: 'asking' }>['answer']>

const Body = type({ event: enums(names(stateChanges)), despite: optional(array(string())) })
const done = { activate: 'activated', disable: 'disabled' } as const satisfies Record<
  StateChange,
  string
>

async function changeState(integration: Integration, change: Change): Promise<Answer> {
  const { trx, asked, caller, now, platform } = change
  const { resource, waiting } = integration
  if (!is(asked.body, Body)) throw badRequest(say.stateBody)
  const { event, despite = [] } = asked.body
  const id = recordIdOf(resource, asked)
  demandWhole(resource, caller)
  const record = asKept(await lockRecord(trx, scopedTo(caller, resource), id, versionFrom(asked)))
  if (event === 'activate') await refuseUnknown(integration, change, record, despite)
  else await refuseUnasked(integration, change, record)
  await keepStanding(change, integration, record, event)
  await addHistory(trx, integration, id, {
    what: done[event],
    version: record.settingsVersion,
    actor: caller.email,
    startedAt: now,
    endedAt: now,
    outcome: 'passed',
  })
  const after = await readRecord(trx, scopedTo(caller, resource), id)
  const answer = { status: 200, body: after, version: after.version }
  return event === 'activate' && waiting
    ? { ...answer, afterwards: () => platform.post(waiting.queue) }
    : answer
}

/** Asks once about what nobody knows. */
async function refuseUnknown(
  { resource }: Integration,
  { trx }: Change,
  { id, settingsVersion }: Kept,
  despite: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ steps: TestStep[] }>`
    select steps from integration_history
    where resource = ${resource.name} and record_id = ${id} and version = ${settingsVersion}
      and what in ('test', 'signIn') and outcome = 'passed'
    order by id desc limit 1`.execute(trx)
  const left = unknownSteps(rows[0]?.steps ?? []).filter(({ name }) => !despite.includes(name))
  if (left.length === 0) return
  const titles = left.map(({ title }) => title)
  const names = left.map(({ name }) => name)
  throw new Refusal(409, 'unconfirmed', say.uncheckedSteps(titles, names))
}

/** Asks once with what stops, and in which stores, until it is active again. */
async function refuseUnasked(
  integration: Integration,
  { trx, asked }: Change,
  record: Kept,
): Promise<void> {
  const { what, besides } = integration.stops
  const stores = await storesOf(trx, integration, record)
  const elsewhere = besides?.(record) ?? null
  const worse = [
    ...(stores.count > 0 ? [{ what, ...stores }] : []),
    ...(elsewhere ? [{ what: elsewhere, count: 0, examples: [] }] : []),
  ]
  const untold = { reaches: stores.count, own: 0, worse }
  demandConfirmed(asked, { id: record.id, event: 'disable' }, untold)
}
