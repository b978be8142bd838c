import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import type { Integration } from '../core/integrations/integration.ts'
import { getIntegrations } from '../core/integrations/integrationRegistry.ts'
import { integrationMessages } from '../core/integrations/messages.ts'
import { addHistoryEntry } from '../core/integrations/transitionIntegration.ts'
import type { Connection } from '../database/schema.ts'
import { emailRejectedProblem, misconfiguredProblem } from '../demoData/problems.ts'
import { msPerDay, msPerHour, toIsoTime } from '../demoData/period.ts'

/**
 * Adds an earlier test to each setup in use. Leaves `proven_version` of active setups empty, so
 * that no check calls the URLs of the demo data.
 */
export async function insertSetupTests(
  trx: Connection,
  { now, author }: { now: Date; author: string },
): Promise<void> {
  // Before the first failure.
  const testedAt = toIsoTime(now.getTime() - 9 * msPerDay)
  const checkedAt = toIsoTime(now.getTime() - 40 * 60_000)
  for (const integration of getIntegrations()) {
    const { resource, steps, serves } = integration
    const table = sql.table(resource.name)
    const isUntestedSetup = sql`state in ('verified', 'active', 'degraded', 'disabled') and last_test_at is null`
    const tested = JSON.stringify(
      steps.map((step) => toUnprovenStep(resource.name, toPassedStep(step))),
    )
    const testTime = sql`greatest(created_at, ${testedAt}::timestamptz)`
    await sql`insert into integration_history
        (resource, record_id, what, version, actor, started_at, ended_at, outcome, steps)
      select ${resource.name}, id, 'test', settings_version, ${author}, ${testTime}, ${testTime}, 'passed', ${withStepTimes(tested)}
      from ${table} where ${isUntestedSetup}`.execute(trx)
    await insertPassedChecks(trx, integration, { testedAt, lookedAt: checkedAt })
    await insertFailedChecks(trx, integration, { now, lookedAt: checkedAt })
    await sql`update ${table} set
        last_test_at = case when state in ('active', 'degraded') then ${checkedAt}::timestamptz else ${testTime} end,
        last_outcome = case state when 'degraded' then 'failed' else 'passed' end,
        proven_version = case when state in ('verified', 'disabled') then settings_version end
      where ${isUntestedSetup}`.execute(trx)
    if (serves)
      await sql`update integrations set checked_at = ${checkedAt}
        where kind = ${serves.kind} and checked_at is not null`.execute(trx)
  }
}

/** Adds the checks since the test to active setups. All of them passed. */
async function insertPassedChecks(
  trx: Connection,
  { resource, steps }: Integration,
  { testedAt, lookedAt: checkedAt }: { testedAt: string; lookedAt: string },
): Promise<void> {
  const passed = JSON.stringify(steps.filter(({ passive }) => passive).map(toPassedStep))
  await sql`insert into integration_history
      (resource, record_id, what, version, actor, started_at, ended_at, outcome, steps)
    select ${resource.name}, id, 'check', settings_version, 'platform',
      greatest(created_at, ${testedAt}::timestamptz) + interval '15 minutes', ${checkedAt}, 'passed', ${withStepTimes(passed)}
    from ${sql.table(resource.name)} where state = 'active' and last_test_at is null`.execute(trx)
}

/** Adds the failed check, which still fails, and the change to `degraded` to failing setups. */
async function insertFailedChecks(
  trx: Connection,
  integration: Integration,
  { now, lookedAt: checkedAt }: { now: Date; lookedAt: string },
): Promise<void> {
  const { rows } = await sql<{ id: number; version: number; problem: string }>`
    select id, settings_version as version, problem from ${sql.table(integration.resource.name)}
    where state = 'degraded' and last_test_at is null`.execute(trx)
  for (const { id, version, problem } of rows) {
    const failingSince = await findFailureStart(trx, integration, id, now)
    const entry = {
      version,
      actor: 'platform',
      startedAt: failingSince,
      outcome: 'failed',
      sentence: problem,
    } as const
    const steps = buildFailedSteps(integration, id, problem)
    await addHistoryEntry(trx, integration, id, {
      ...entry,
      endedAt: checkedAt,
      what: 'check',
      steps,
    })
    await addHistoryEntry(trx, integration, id, {
      ...entry,
      endedAt: failingSince,
      what: 'degraded',
    })
  }
}

/**
 * Returns when a setup began to fail: the time of its first failed payment or email, or some hours
 * ago.
 */
async function findFailureStart(
  trx: Connection,
  { resource }: Integration,
  id: number,
  now: Date,
): Promise<string> {
  const failures = failureQueries[resource.name]?.(id, toIsoTime(now.getTime() - 4 * msPerDay))
  const { rows } = failures
    ? await sql<{ at: string | null }>`select min(at) as at from (${failures}) as failed`.execute(
        trx,
      )
    : { rows: [] }
  return rows[0]?.at ?? toIsoTime(now.getTime() - (11 + (id % 4) * 13) * msPerHour)
}

/** Queries per setup for the times of failures with the reason that its check found. */
const failureQueries: Record<string, (id: number, since: string) => RawBuilder<unknown>> = {
  paymentSetups: (id, since) => sql`
    select attempted_at as at from payment_attempts join payment_setups on store_id = any(store_ids)
    where payment_setups.id = ${id} and attempted_at > ${since}
      and reason = case problem when ${misconfiguredProblem} then 'configuration' else 'gateway_error' end`,
  smtpSettings: (id, since) => sql`
    select ended_at as at from mails
    where smtp_settings_id = ${id} and status = 'failed' and problem = ${emailRejectedProblem} and ended_at > ${since}`,
}

/** The step that fails in the check of each kind of setup. */
const failedStepNames: Record<string, string> = {
  adminSignOns: 'keys',
  paymentSetups: 'account',
  smtpSettings: 'signIn',
}

function buildFailedSteps(
  { resource, steps }: Integration,
  id: number,
  sentence: string,
): TestStep[] {
  const failedIndex = steps.findIndex(({ name }) => name === failedStepNames[resource.name])
  return steps
    .map((step, index): TestStep => {
      const passed = { ...toPassedStep(step), ms: getStepMs(id, index) }
      if (index < failedIndex) return passed
      return index === failedIndex
        ? { ...passed, outcome: 'failed', sentence }
        : { ...passed, outcome: 'skipped', ms: null }
    })
    .filter((_step, index) => steps[index]?.passive)
}

/** A step without its time, which differs between setups. */
const toPassedStep = ({ name, title, required }: Integration['steps'][number]): TestStep => ({
  name,
  title,
  required,
  ms: null,
  outcome: 'passed',
  code: null,
  sentence: null,
})

/** Steps that can't pass because demo setups receive no events. Names, and what the test found. */
const unprovenSteps: Record<string, Record<string, string>> = {
  paymentSetups: {
    webhook: integrationMessages.unchecked,
    event: integrationMessages.unchecked,
  },
}

function toUnprovenStep(resourceName: string, step: TestStep): TestStep {
  const sentence = unprovenSteps[resourceName]?.[step.name]
  return sentence === undefined ? step : { ...step, outcome: 'unknown', sentence }
}

/** The time of a step by its setup and place: plausible and uneven, and the same in each seed. */
const getStepMs = (id: number, index: number) => 24 + ((id * 37 + index * 101) % 173)

/** Adds the times of `getStepMs` to the steps of the selected setup. */
const withStepTimes = (steps: string) => sql`(
  select jsonb_agg(step || jsonb_build_object('ms', 24 + (id * 37 + (place - 1) * 101) % 173) order by place)
  from jsonb_array_elements(${steps}::jsonb) with ordinality as numbered (step, place))`
