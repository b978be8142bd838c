import { sql } from 'kysely'
import { getTestOutcome, findBlockingStep } from '#shared/engine/integrations/tests.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { createAuditor } from '../audit/audit.ts'
import { mapConcurrently } from '../jobs/mapConcurrently.ts'
import type { Platform } from '../platform/platform.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { loadRecord } from '../records/loadRecord.ts'
import { runInTransaction } from '../http/performWrite.ts'
import type { Integration } from './integration.ts'
import {
  addCheckEntry,
  addHistoryEntry,
  toIntegrationRecord,
  transitionIntegration,
} from './transitionIntegration.ts'
import type { IntegrationRecord } from './transitionIntegration.ts'
import { runSteps } from './runSteps.ts'
import { openSecrets } from './settings.ts'

/**
 * The age at which an active integration is checked again, how many are checked per round, and how
 * many at once.
 */
const [maxAgeMs, checkBatchSize, checkConcurrency] = [15 * 60_000, 500, 8]

/**
 * Checks active integrations that weren't tested for 15 minutes, those that waited longest first.
 */
export async function checkDueIntegrations(
  platform: Platform,
  integrations: readonly Integration[],
): Promise<void> {
  for (const integration of integrations) {
    if (!integration.steps.some(({ passive }) => passive)) continue
    const due = await findDueRecords(platform, integration)
    const check = (id: number) =>
      checkSetup(platform, integration, id).catch((err: unknown) =>
        platform.log.warn(
          { err, integration: integration.resource.name, id },
          "An integration couldn't be checked",
        ),
      )
    await mapConcurrently(checkConcurrency, due, check)
  }
}

async function findDueRecords({ db, now }: Platform, { resource }: Integration): Promise<number[]> {
  const before = new Date(now().getTime() - maxAgeMs).toISOString()
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(resource.name)}
    where state in ('active', 'degraded') and proven_version is not null
      and coalesce(last_test_at, '-infinity') < ${before}
    order by last_test_at nulls first, id limit ${checkBatchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Checks one setup. External calls happen before the transaction, and the result is dropped if the
 * settings changed.
 */
async function checkSetup(platform: Platform, integration: Integration, id: number): Promise<void> {
  const { resource } = integration
  const scoped = limitToCaller({ storeIds: null }, resource)
  const startedAt = platform.now().toISOString()
  const record = toIntegrationRecord(await loadRecord(platform.db, scoped, id))
  const steps = await runSteps(integration, {
    platform,
    record,
    secrets: await openSecrets(platform, resource, record),
    input: {},
    passiveOnly: true,
    findUserActionStep: () => undefined,
    onProgress: () => Promise.resolve(),
  })
  await runInTransaction(platform, async (trx, at) => {
    const { rows } = await sql<IntegrationRecord>`select * from ${sql.table(resource.name)}
      where id = ${id} and settings_version = ${record.settingsVersion} and state = ${record.state}
      for update skip locked`.execute(trx)
    if (!rows[0]) return
    const now = at.toISOString()
    const audit = createAuditor(trx, { asked: { id: 'checks', ip: '' }, now, actor: 'platform' })
    await saveCheck(integration, { trx, now, audit }, { record, steps, startedAt })
  })
}

type CompletedCheck = { record: IntegrationRecord; steps: readonly TestStep[]; startedAt: string }

/** Saves the result of a check, and degrades or recovers the integration. */
export async function saveCheck(
  integration: Integration,
  context: Parameters<typeof transitionIntegration>[0],
  { record, steps, startedAt }: CompletedCheck,
): Promise<void> {
  const hasFailed = getTestOutcome(steps) === 'failed'
  const sentence = (hasFailed && findBlockingStep(steps)?.sentence) || null
  const outcome = hasFailed ? 'failed' : 'passed'
  const version = record.settingsVersion
  const entry = {
    version,
    actor: 'platform',
    startedAt,
    endedAt: context.now,
    outcome,
    sentence,
  } as const
  await addCheckEntry(context.trx, integration, record.id, { ...entry, steps })
  const event = hasFailed ? 'checkFail' : 'checkPass'
  const { state } = await transitionIntegration(context, integration, record, event, {
    outcome,
    sentence,
  })
  if (state === record.state) return
  const what = state === 'degraded' ? 'degraded' : 'recovered'
  await addHistoryEntry(context.trx, integration, record.id, { ...entry, what })
}
