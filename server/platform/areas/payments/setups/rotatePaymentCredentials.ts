import { sql } from 'kysely'
import { getTestOutcome, findBlockingStep } from '#shared/engine/integrations/tests.ts'
import { rotationFields } from '#shared/areas/payments/rotation.ts'
import type { RetiredCredentials } from '#shared/areas/payments/rotation.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, PerformWrite } from '#server/platform/core/http/call.ts'
import { validationFailed, invalidState } from '#server/platform/core/platform/httpError.ts'
import {
  requireAllStores,
  saveExpirations,
} from '#server/platform/core/integrations/integrationHooks.ts'
import {
  addHistoryEntry,
  toIntegrationRecord,
  transitionIntegration,
} from '#server/platform/core/integrations/transitionIntegration.ts'
import { runSteps } from '#server/platform/core/integrations/runSteps.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { buildSealedColumns } from '#server/platform/core/records/secrets.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { retiredCredentials } from './retiredCredentials.ts'
import { validateCredentials } from './validateCredentials.ts'
import { paymentIntegration } from './paymentIntegration.ts'
import { saveRetiredCredentials } from './signers.ts'
import { toPaymentSetup, getCredentials } from './paymentSetup.ts'
import { paymentSetupMessages } from './messages.ts'

const overlapUnitMs = 3_600_000
const rotatedParts = ['publishable', 'secret', 'webhook'] as const

/** GET /paymentSetups/ID/rotation */
export async function handleListRetiredPaymentCredentials(
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseRecordId(paymentSetups, request)
  await loadRecord(db, limitToCaller(caller, paymentSetups), id)
  const { rows } = await sql<RetiredCredentials>`
    select mode, replaced_at, ends_at from ${sql.table(retiredCredentials)}
    where setup_id = ${id} and ends_at > ${now().toISOString()} order by id desc`.execute(db)
  return { status: 200, body: { data: rows } }
}

/**
 * POST /paymentSetups/ID/rotation: the new credentials are tested at the provider before they are
 * saved.
 */
export async function handleRotatePaymentCredentials(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  requireAllStores(paymentSetups, caller)
  const id = parseRecordId(paymentSetups, request)
  const resource = limitToCaller(caller, paymentSetups)
  const setup = toPaymentSetup(await loadRecord(platform.db, resource, id))
  requirePermission(`${paymentSetups.permission}:write`, caller)
  if (setup.provider === 'manual') throw invalidState(paymentSetupMessages.rotateManual)
  if (setup['state'] !== 'active' && setup['state'] !== 'degraded')
    throw invalidState(paymentSetupMessages.rotateIdle)
  const { overlap, keyExpiresOn, ...values } = parseValues(
    { fields: rotationFields },
    request.body,
    'all',
  )
  const isLive = setup.mode === 'live'
  // Left out, the expiration date stays the same.
  const hasExpiration = isLive && Object.hasOwn(Object(request.body), 'keyExpiresOn')
  const expirationValues = hasExpiration ? { keyExpiresOn } : {}
  if (!isLive && keyExpiresOn)
    throw validationFailed({ keyExpiresOn: paymentSetupMessages.rotateTestEnd })
  platform.outgoing.testRateLimit.consume(caller.id)
  const secrets = await openSecrets(platform, paymentSetups, setup)
  const credentials = getCredentials(setup, secrets)
  const { fields } = credentials
  const changed = rotatedParts.filter(
    (part) => typeof values[part] === 'string' && values[part] !== '',
  )
  const newCredentials = Object.fromEntries(
    changed.map((part) => [fields[part], String(values[part])]),
  )
  const errors = validateCredentials(setup.provider, newCredentials)
  const invalidPart = rotatedParts.find((part) => errors[fields[part]])
  if (invalidPart) throw validationFailed({ [invalidPart]: errors[fields[invalidPart]] ?? '' })
  const steps = await runSteps(paymentIntegration, {
    platform,
    record: { ...setup, ...newCredentials },
    secrets: { ...secrets, ...newCredentials },
    input: {},
    passiveOnly: true,
    findUserActionStep: () => undefined,
    onProgress: () => Promise.resolve(),
  })
  if (getTestOutcome(steps) === 'failed') {
    const failedStep = findBlockingStep(steps)
    const part = rotatedParts.find((rotatedPart) => fields[rotatedPart] === failedStep?.field)
    const sentence = failedStep?.sentence ?? ''
    // A failure that no new credential fixes belongs to the whole form.
    if (!part) throw invalidState(sentence)
    throw validationFailed({ [part]: sentence })
  }
  return perform(async ({ trx, now, audit }) => {
    const before = toIntegrationRecord(await lockRecord(trx, resource, id, null))
    if (before.settingsVersion !== toIntegrationRecord(setup).settingsVersion)
      throw invalidState(paymentSetupMessages.rotateChanged)
    const endsAt = new Date(Date.parse(now) + Number(overlap) * overlapUnitMs).toISOString()
    await saveRetiredCredentials(trx, platform, id, { credentials, now, endsAt })
    const { [fields.publishable]: publishable, ...sealed } = newCredentials
    await withRecordTables(trx)
      .updateTable(paymentSetups.name)
      .set({
        ...(publishable === undefined ? {} : { [fields.publishable]: publishable }),
        ...expirationValues,
        ...buildSealedColumns(paymentSetups, { platform, now }, id, sealed),
        version: before.version + 1,
        updatedAt: now,
        updatedBy: caller.email,
      })
      .where('id', '=', id)
      .execute()
    const settingsVersion = before.settingsVersion + 1
    const context = { trx, now, audit }
    await transitionIntegration(context, paymentIntegration, before, 'pass', {
      outcome: 'passed',
      settingsVersion,
    })
    const history = { version: settingsVersion, actor: caller.email, startedAt: now, endedAt: now }
    const historyEntry = { what: 'test', outcome: 'passed', steps, ...history } as const
    await addHistoryEntry(trx, paymentIntegration, id, historyEntry)
    const after = await loadRecord(trx, resource, id)
    await saveExpirations(paymentIntegration, context, after)
    await audit({
      event: 'paymentSetups.rotated',
      stream: 'integrations',
      target: toAuditTarget(paymentSetups, after),
      before: hasExpiration ? { keyExpiresOn: before['keyExpiresOn'] } : {},
      after: { mode: setup.mode, changed, until: endsAt, ...expirationValues },
    })
    return { status: 200, body: after, version: after.version }
  })
}
