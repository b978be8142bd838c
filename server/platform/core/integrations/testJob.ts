import { testJobMessages } from '#shared/engine/jobs/messages.ts'
import { testJobPrefix } from '#shared/engine/jobs/testJobs.ts'
import { sql } from 'kysely'
import { boolean, integer, optional, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import {
  getTestOutcome,
  formatTestStepSummary,
  findBlockingStep,
  findOptionalUnknownSteps,
} from '#shared/engine/integrations/tests.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { toAuditTarget } from '../audit/audit.ts'
import type { CallResult, RequestContext } from '../http/call.ts'
import { badRequest } from '../platform/httpError.ts'
import { defineJob, startJob } from '../jobs/jobs.ts'
import type { JobKind, RowResult, RowContext } from '../jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { lockRecord, loadRecord } from '../records/loadRecord.ts'
import { parseRecordId } from '../records/recordId.ts'
import { parseValues } from '../records/values.ts'
import type { Integration, StatusContext } from './integration.ts'
import { requireAllStores } from './integrationHooks.ts'
import {
  addHistoryEntry,
  toIntegrationRecord,
  allStepsEnded,
  transitionIntegration,
} from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'
import { integrationCallMessages, integrationMessages } from './messages.ts'
import { runSteps } from './runSteps.ts'
import { openSecrets, loadUserActionSteps } from './settings.ts'

const TestInput = type({ test: integer(), input: unknown(), activate: optional(boolean()) })
const TestBody = type({ activate: optional(boolean()) })
const getTestJobName = ({ resource }: Integration) => `${testJobPrefix}${resource.name}`

/**
 * POST /x/ID/test: returns 202 with the ID of the test in the history and of its job. With
 * `activate`, a passed test activates the integration.
 */
export async function startIntegrationTest(
  integration: Integration,
  context: RequestContext,
): Promise<CallResult> {
  const { platform, trx, request, caller, now } = context
  const { resource, testInputs = {} } = integration
  const id = parseRecordId(resource, request)
  requireAllStores(resource, caller)
  const record = toIntegrationRecord(
    await lockRecord(trx, limitToCaller(caller, resource), id, null),
  )
  const body: unknown = request.body ?? {}
  if (!is(body, TestBody)) throw badRequest(integrationCallMessages.testBody)
  const { activate = false, ...inputValues } = body
  const input = parseValues({ fields: testInputs }, inputValues, 'all')
  platform.outgoing.testRateLimit.consume(caller.id)
  const test = await addHistoryEntry(trx, integration, id, {
    what: 'test',
    version: record.settingsVersion,
    actor: caller.email,
    startedAt: now,
    outcome: 'running',
  })
  const label = getLabel(resource, record)
  const { body: startedBody, ...result } = await startJob(context, {
    kind: createTestJob(integration),
    title: testJobMessages.title(label),
    rows: [{ targetId: id, label, input: { test, input, activate } }],
  })
  return { ...result, body: { id: test, job: Object(startedBody).id } }
}

type CompletedTest = { test: number; version: number; steps: TestStep[]; activate: boolean }

/** Creates the job that runs a test. It saves results as steps end, so that viewers see them. */
export const createTestJob = (integration: Integration): JobKind =>
  defineJob({
    name: getTestJobName(integration),
    permission: `${integration.resource.permission}:write`,
    async prepare(platform, { id: row, targetId, input }): Promise<CompletedTest> {
      if (!is(input, TestInput)) throw new Error('A test without its input')
      const { test } = input
      const { resource } = integration
      // Reopens an abandoned test that is retried.
      await sql`update integration_history set outcome = 'running', ended_at = null, sentence = null
        where id = ${test} and outcome = 'unknown' and exists (
          select from job_rows join jobs on jobs.id = job_id
          where job_rows.id = ${row} and jobs.status = 'running')`.execute(platform.db)
      const all = limitToCaller({ storeIds: null }, resource)
      const record = toIntegrationRecord(await loadRecord(platform.db, all, Number(targetId)))
      const userActionSteps = await loadUserActionSteps(platform.db, integration, record)
      const steps = await runSteps(integration, {
        platform,
        record,
        secrets: await openSecrets(platform, resource, record),
        input: Object(input.input),
        passiveOnly: false,
        findUserActionStep: (name) => userActionSteps.find((step) => step.name === name),
        onProgress: async (progress) => {
          await sql`update integration_history
            set steps = ${JSON.stringify(progress)}::jsonb, version = ${record.settingsVersion}
            where id = ${test} and outcome = 'running'`.execute(platform.db)
        },
      })
      return { test, version: record.settingsVersion, steps, activate: input.activate ?? false }
    },
    perform: (context, { targetId }, completedTest) =>
      finishTest(integration, context, Number(targetId), completedTest),
    async onSkipped(trx, { input }, { now, sentence }) {
      if (!is(input, TestInput)) return
      await sql`update integration_history
        set outcome = 'unknown', ended_at = ${now}, sentence = ${sentence ?? integrationMessages.testCanceled}
        where id = ${input.test} and outcome = 'running'`.execute(trx)
    },
  })

/** Closes tests that were running for an hour, since the process that ran them must be gone. */
export async function closeLostIntegrationTests({ db, now }: Platform): Promise<void> {
  const at = now().toISOString()
  await sql`update integration_history
    set outcome = 'unknown', ended_at = ${at}, sentence = ${integrationMessages.testLost}
    where outcome = 'running' and started_at < ${at}::timestamptz - interval '1 hour'`.execute(db)
}

async function finishTest(
  integration: Integration,
  context: RowContext,
  id: number,
  { test, version, steps, activate }: CompletedTest,
): Promise<RowResult> {
  const { trx, now, caller, audit } = context
  const { resource } = integration
  const outcome = getTestOutcome(steps)
  const sentence = findBlockingStep(steps)?.sentence ?? null
  await sql`update integration_history set steps = ${JSON.stringify(steps)}::jsonb, version = ${version},
      ended_at = ${now}, outcome = ${outcome}, sentence = ${sentence}
    where id = ${test}`.execute(trx)
  const record = await lockRecord(trx, limitToCaller(caller, resource), id, null)
  await applyTestOutcome(integration, context, toIntegrationRecord(record), { version, steps })
  await audit({
    event: `${resource.name}.tested`,
    stream: 'integrations',
    target: toAuditTarget(resource, record),
    after: { outcome },
    ...(outcome === 'failed' ? { cause: sentence ?? '' } : {}),
  })
  const isActive =
    outcome === 'passed' &&
    (await activateIfRequested(integration, context, { id, version, steps, activate }))
  const passedMessage = isActive
    ? integrationMessages.activated
    : `${formatTestStepSummary(steps)}.`
  return {
    outcome: 'done',
    sentence: sentence ?? passedMessage,
    isBad: outcome === 'failed',
    ...(isActive && integration.waiting ? { queue: integration.waiting.queue } : {}),
  }
}

/**
 * Activates an integration whose test passed, if requested or if work is waiting for it. Returns
 * whether it did. Steps with an unknown outcome prevent it, since activation asks about them.
 */
async function activateIfRequested(
  integration: Integration,
  context: RowContext,
  { id, version, steps, activate }: Omit<CompletedTest, 'test'> & { id: number },
): Promise<boolean> {
  const { trx, now, caller } = context
  const { resource, waiting } = integration
  const record = toIntegrationRecord(
    await lockRecord(trx, limitToCaller(caller, resource), id, null),
  )
  const isAllowed = getNextStatus(toIntegrationHealth(record), 'activate') !== null
  if (
    !isAllowed ||
    record.settingsVersion !== version ||
    findOptionalUnknownSteps(steps).length > 0
  )
    return false
  const isAwaited = record.state === 'verified' && ((await waiting?.count(trx, record)) ?? 0) > 0
  if (!activate && !isAwaited) return false
  await transitionIntegration(context, integration, record, 'activate')
  await addHistoryEntry(trx, integration, id, {
    what: 'activated',
    version,
    actor: caller.email,
    startedAt: now,
    endedAt: now,
    outcome: 'passed',
  })
  return true
}

/**
 * Applies a test's outcome to the integration. Its state stays if the settings changed since, or
 * the outcome is neither passed nor failed.
 */
async function applyTestOutcome(
  integration: Integration,
  context: StatusContext,
  record: IntegrationRecord,
  { version, steps }: { version: number; steps: readonly TestStep[] },
): Promise<void> {
  const outcome = getTestOutcome(steps)
  const sentence = findBlockingStep(steps)?.sentence ?? null
  if (record.settingsVersion !== version) return
  if (outcome === 'passed' || outcome === 'failed') {
    const event = outcome === 'passed' ? 'pass' : 'fail'
    await transitionIntegration(context, integration, record, event, { outcome, sentence })
    return
  }
  await saveLastTest(integration, context, record, outcome)
}

async function saveLastTest(
  { resource }: Integration,
  { trx, now }: StatusContext,
  { id }: AnyRecord,
  outcome: string,
): Promise<void> {
  await sql`update ${sql.table(resource.name)} set last_test_at = ${now}, last_outcome = ${outcome}
    where id = ${id}`.execute(trx)
}

/**
 * Saves the result of a step that needs a user's action in a browser, for the same settings. Called
 * in the callback's transaction. `actor` is the user.
 */
export async function saveUserActionStep(
  integration: Integration,
  context: StatusContext,
  record: AnyRecord,
  { actor, version, step }: { actor: string; version: number; step: TestStep },
): Promise<void> {
  const integrationRecord = toIntegrationRecord(record)
  const { rows } = await sql<{ steps: TestStep[] }>`
    select steps from integration_history
    where resource = ${integration.resource.name} and record_id = ${integrationRecord.id} and version = ${version}
      and what in ('test', 'signIn') and outcome <> 'running' and ${allStepsEnded}
    order by id desc limit 1`.execute(context.trx)
  const before = rows[0]?.steps ?? []
  const steps = before.some(({ name }) => name === step.name)
    ? before.map((one) => (one.name === step.name ? step : one))
    : [...before, step]
  await addHistoryEntry(context.trx, integration, integrationRecord.id, {
    what: 'signIn',
    version,
    actor,
    startedAt: context.now,
    endedAt: context.now,
    outcome: getTestOutcome(steps),
    sentence: findBlockingStep(steps)?.sentence ?? null,
    steps,
  })
  const hasAllSteps = integration.steps.every(({ name }) => steps.some((one) => one.name === name))
  if (hasAllSteps || step.outcome === 'failed')
    await applyTestOutcome(integration, context, integrationRecord, { version, steps })
}
