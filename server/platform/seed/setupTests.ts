import { sql } from 'kysely'
import type { TestStep } from '#shared/integrations/tests.ts'
import type { Integration } from '../integrations/integration.ts'
import { integrations } from '../integrations/integrations.ts'
import { addHistory } from '../integrations/keepStanding.ts'
import type { Connection } from '../schema.ts'
import { dayMs, hourMs, instant } from './period.ts'

/** Each set-up in use was tested before; none is proven, so that no check asks where the demo data leads to. */
export async function insertTests(
  trx: Connection,
  { now, author }: { now: Date; author: string },
): Promise<void> {
  const testedAt = instant(now.getTime() - 9 * dayMs)
  const lookedAt = instant(now.getTime() - 40 * 60_000)
  for (const integration of integrations) {
    const { resource, steps, serves } = integration
    const table = sql.table(resource.name)
    const isTold = sql`state in ('verified', 'active', 'degraded', 'disabled') and last_test_at is null`
    const passed = JSON.stringify(steps.map(asPassed))
    await sql`insert into integration_history
        (resource, record_id, what, version, actor, started_at, ended_at, outcome, steps)
      select ${resource.name}, id, 'test', settings_version, ${author}, ${testedAt}, ${testedAt}, 'passed', ${passed}::jsonb
      from ${table} where ${isTold}`.execute(trx)
    await insertFailedChecks(trx, integration, now)
    await sql`update ${table} set last_test_at = ${lookedAt},
        last_outcome = case state when 'degraded' then 'failed' else 'passed' end
      where ${isTold}`.execute(trx)
    if (serves)
      await sql`update integrations set checked_at = ${lookedAt}
        where kind = ${serves.kind} and checked_at is not null`.execute(trx)
  }
}

/** Of those that fail: the check that found it, and what became of them. */
async function insertFailedChecks(
  trx: Connection,
  integration: Integration,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number; version: number; problem: string }>`
    select id, settings_version as version, problem from ${sql.table(integration.resource.name)}
    where state = 'degraded' and last_test_at is null`.execute(trx)
  for (const { id, version, problem } of rows) {
    const at = instant(now.getTime() - (11 + (id % 7) * 13) * hourMs)
    const entry = {
      version,
      actor: 'platform',
      startedAt: at,
      endedAt: at,
      outcome: 'failed',
      sentence: problem,
    } as const
    const steps = failedSteps(integration, problem)
    await addHistory(trx, integration, id, { ...entry, what: 'check', steps })
    await addHistory(trx, integration, id, { ...entry, what: 'degraded' })
  }
}

/** The step that the check of a set-up failed at. */
const failedAt: Record<string, string> = {
  adminSignOns: 'keys',
  paymentSetups: 'account',
  smtpSettings: 'signIn',
}

function failedSteps({ resource, steps }: Integration, sentence: string): TestStep[] {
  const at = steps.findIndex(({ name }) => name === failedAt[resource.name])
  return steps
    .map((step, place): TestStep => {
      const passed = asPassed(step, place)
      if (place < at) return passed
      return place === at
        ? { ...passed, outcome: 'failed', sentence }
        : { ...passed, outcome: 'skipped', ms: null }
    })
    .filter((_step, place) => steps[place]?.passive)
}

const asPassed = (
  { name, title, required }: Integration['steps'][number],
  place: number,
): TestStep => ({
  name,
  title,
  required,
  ms: 20 + 15 * place,
  outcome: 'passed',
  code: null,
  sentence: null,
})
