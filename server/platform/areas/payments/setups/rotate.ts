import { sql } from 'kysely'
import { outcomeOf, tellingStep } from '#shared/engine/integrations/tests.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import type { Rotated } from '#shared/areas/payments/rotation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import { demand } from '#server/platform/core/http/answering.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Perform } from '#server/platform/core/http/call.ts'
import { invalid, notPossible } from '#server/platform/core/platform/refusal.ts'
import { demandWhole, keepExpiries } from '#server/platform/core/integrations/kept.ts'
import {
  addHistory,
  asKept,
  keepStanding,
} from '#server/platform/core/integrations/keepStanding.ts'
import { runSteps } from '#server/platform/core/integrations/runSteps.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { sealedColumns } from '#server/platform/core/records/secrets.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { beforeTable } from './beforeTable.ts'
import { validateCredentials } from './credentialFormats.ts'
import { paymentIntegration } from './paymentIntegration.ts'
import { keepBefore } from './rotated.ts'
import { asSetup, credentialsOf } from './setUp.ts'
import { paymentSetupMessages } from './messages.ts'

const hourMs = 3_600_000
const parts = ['publishable', 'secret', 'webhook'] as const

/** GET /paymentSetups/ID/rotation */
export async function answerRotated(
  asked: Asked,
  { db, now }: Platform,
  caller: Caller,
): Promise<Answer> {
  const id = recordIdOf(paymentSetups, asked)
  await readRecord(db, scopedTo(caller, paymentSetups), id)
  const { rows } = await sql<Rotated>`
    select mode, replaced_at, ends_at from ${sql.table(beforeTable)}
    where setup_id = ${id} and ends_at > ${now().toISOString()} order by id desc`.execute(db)
  return { status: 200, body: { data: rows } }
}

/** POST /paymentSetups/ID/rotation: the provider is asked with the new credentials before any of them is kept. */
export async function rotate(
  asked: Asked,
  platform: Platform,
  caller: Caller,
  perform: Perform,
): Promise<Answer> {
  demandWhole(paymentSetups, caller)
  const id = recordIdOf(paymentSetups, asked)
  const resource = scopedTo(caller, paymentSetups)
  const setup = asSetup(await readRecord(platform.db, resource, id))
  demand(`${paymentSetups.permission}:write`, caller)
  if (setup.provider === 'manual') throw notPossible(paymentSetupMessages.rotateManual)
  if (setup['state'] !== 'active' && setup['state'] !== 'degraded')
    throw notPossible(paymentSetupMessages.rotateIdle)
  const { overlap, keyExpiresOn, ...given } = readValues(
    { fields: rotationFields },
    asked.body,
    'all',
  )
  const isLive = setup.mode === 'live'
  // Who does not tell it leaves it as it is.
  const isTold = isLive && Object.hasOwn(Object(asked.body), 'keyExpiresOn')
  const ends = isTold ? { keyExpiresOn } : {}
  if (!isLive && keyExpiresOn) throw invalid({ keyExpiresOn: paymentSetupMessages.rotateTestEnd })
  platform.outgoing.tries.take(caller.id)
  const secrets = await openSecrets(platform, paymentSetups, setup)
  const credentials = credentialsOf(setup, secrets)
  const { fields } = credentials
  const changed = parts.filter((part) => typeof given[part] === 'string' && given[part] !== '')
  const anew = Object.fromEntries(changed.map((part) => [fields[part], String(given[part])]))
  const wrong = validateCredentials(setup.provider, anew)
  const invalidPart = parts.find((part) => wrong[fields[part]])
  if (invalidPart) throw invalid({ [invalidPart]: wrong[fields[invalidPart]] ?? '' })
  const steps = await runSteps(paymentIntegration, {
    platform,
    record: { ...setup, ...anew },
    secrets: { ...secrets, ...anew },
    input: {},
    passiveOnly: true,
    proven: () => undefined,
    tell: () => Promise.resolve(),
  })
  if (outcomeOf(steps) === 'failed') {
    const told = tellingStep(steps)
    const part = parts.find((one) => fields[one] === told?.field)
    const sentence = told?.sentence ?? ''
    // What no new credential mends is told of the form.
    if (!part) throw notPossible(sentence)
    throw invalid({ [part]: sentence })
  }
  return perform(async ({ trx, now, audit }) => {
    const before = asKept(await lockRecord(trx, resource, id, null))
    if (before.settingsVersion !== asKept(setup).settingsVersion)
      throw notPossible(paymentSetupMessages.rotateChanged)
    const endsAt = new Date(Date.parse(now) + Number(overlap) * hourMs).toISOString()
    await keepBefore(trx, platform, id, { credentials, now, endsAt })
    const { [fields.publishable]: publishable, ...sealed } = anew
    await recordTables(trx)
      .updateTable(paymentSetups.name)
      .set({
        ...(publishable === undefined ? {} : { [fields.publishable]: publishable }),
        ...ends,
        ...sealedColumns(paymentSetups, { platform, now }, id, sealed),
        version: before.version + 1,
        updatedAt: now,
        updatedBy: caller.email,
      })
      .where('id', '=', id)
      .execute()
    const settingsVersion = before.settingsVersion + 1
    const work = { trx, now, audit }
    await keepStanding(work, paymentIntegration, before, 'pass', {
      outcome: 'passed',
      settingsVersion,
    })
    const history = { version: settingsVersion, actor: caller.email, startedAt: now, endedAt: now }
    const tested = { what: 'test', outcome: 'passed', steps, ...history } as const
    await addHistory(trx, paymentIntegration, id, tested)
    const after = await readRecord(trx, resource, id)
    await keepExpiries(paymentIntegration, work, after)
    await audit({
      event: 'paymentSetups.rotated',
      stream: 'integrations',
      target: targetOf(paymentSetups, after),
      before: isTold ? { keyExpiresOn: before['keyExpiresOn'] } : {},
      after: { mode: setup.mode, changed, until: endsAt, ...ends },
    })
    return { status: 200, body: after, version: after.version }
  })
}
