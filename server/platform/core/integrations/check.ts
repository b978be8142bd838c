import { sql } from 'kysely'
import { outcomeOf, tellingStep } from '#shared/engine/integrations/tests.ts'
import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { auditor } from '../audit/audit.ts'
import { someAtOnce } from '../jobs/someAtOnce.ts'
import type { Platform } from '../platform/platform.ts'
import { scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { runSettled } from '#server/platform/areas/stores/settleStores.ts'
import type { Integration } from './integration.ts'
import { integrations } from '#server/platform/areas/integrations.ts'
import { addCheck, addHistory, asKept, keepStanding } from './keepStanding.ts'
import type { Kept } from './keepStanding.ts'
import { runSteps } from './runSteps.ts'
import { openSecrets } from './settings.ts'

/** How old the last look at an active integration may be, how many are looked at in a round, and how many of these at once. */
const [oldestMs, inRound, atOnce] = [15 * 60_000, 500, 8]

/** Checks active integrations again that were not looked at for 15 minutes, those first that wait longest. */
export async function checkIntegrations(
  platform: Platform,
  known: readonly Integration[] = integrations,
): Promise<void> {
  for (const integration of known) {
    if (!integration.steps.some(({ passive }) => passive)) continue
    const due = await dueOf(platform, integration)
    const check = (id: number) =>
      checkOne(platform, integration, id).catch((err: unknown) =>
        platform.log.warn(
          { err, integration: integration.resource.name, id },
          "An integration couldn't be checked",
        ),
      )
    await someAtOnce(atOnce, due, check)
  }
}

async function dueOf({ db, now }: Platform, { resource }: Integration): Promise<number[]> {
  const before = new Date(now().getTime() - oldestMs).toISOString()
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(resource.name)}
    where state in ('active', 'degraded') and proven_version is not null
      and coalesce(last_test_at, '-infinity') < ${before}
    order by last_test_at nulls first, id limit ${inRound}`.execute(db)
  return rows.map(({ id }) => id)
}

/** One check: others are asked before the transaction, and settings that were changed meanwhile make it void. */
async function checkOne(platform: Platform, integration: Integration, id: number): Promise<void> {
  const { resource } = integration
  const all = scopedTo({ storeIds: null }, resource)
  const startedAt = platform.now().toISOString()
  const record = asKept(await readRecord(platform.db, all, id))
  const steps = await runSteps(integration, {
    platform,
    record,
    secrets: await openSecrets(platform, resource, record),
    input: {},
    passiveOnly: true,
    proven: () => undefined,
    tell: () => Promise.resolve(),
  })
  await runSettled(platform, async (trx, at) => {
    const { rows } = await sql<Kept>`select * from ${sql.table(resource.name)}
      where id = ${id} and settings_version = ${record.settingsVersion} and state = ${record.state}
      for update skip locked`.execute(trx)
    if (!rows[0]) return
    const now = at.toISOString()
    const audit = auditor(trx, { asked: { id: 'checks', ip: '' }, now, actor: 'platform' })
    await keepCheck(integration, { trx, now, audit }, { record, steps, startedAt })
  })
}

type Checked = { record: Kept; steps: readonly TestStep[]; startedAt: string }

async function keepCheck(
  integration: Integration,
  work: Parameters<typeof keepStanding>[0],
  { record, steps, startedAt }: Checked,
): Promise<void> {
  const hasFailed = outcomeOf(steps) === 'failed'
  const sentence = (hasFailed && tellingStep(steps)?.sentence) || null
  const outcome = hasFailed ? 'failed' : 'passed'
  const version = record.settingsVersion
  const entry = {
    version,
    actor: 'platform',
    startedAt,
    endedAt: work.now,
    outcome,
    sentence,
  } as const
  await addCheck(work.trx, integration, record.id, { ...entry, steps })
  const event = hasFailed ? 'checkFail' : 'checkPass'
  const { state } = await keepStanding(work, integration, record, event, { outcome, sentence })
  if (state === record.state) return
  const what = state === 'degraded' ? 'degraded' : 'recovered'
  await addHistory(work.trx, integration, record.id, { ...entry, what })
}
