import { enums, object, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import {
  requireAllStores,
  createIntegrationModule,
} from '#server/platform/core/integrations/integrationHooks.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { handleCreate } from '#server/platform/core/records/changes/create.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { estimateModeSwitchImpact } from './hooks.ts'
import { paymentIntegration } from './paymentIntegration.ts'
import { toPaymentSetup } from './paymentSetup.ts'
import { paymentSetupMessages } from './messages.ts'

const SwitchModeBody = object({
  mode: enums(Object.keys(paymentModes) as PaymentMode[]),
  name: string(),
})

async function lockSetup({ trx, request, caller }: RequestContext) {
  requireAllStores(paymentSetups, caller)
  const id = parseRecordId(paymentSetups, request)
  return toPaymentSetup(await lockRecord(trx, limitToCaller(caller, paymentSetups), id, null))
}

/**
 * POST /paymentSetups/ID/mode: the other mode's credentials are untested, so the setup is a draft
 * until its test passes.
 */
export async function handleSwitchPaymentMode(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  if (!is(request.body, SwitchModeBody)) throw badRequest(paymentSetupMessages.switchBody)
  const { mode, name } = request.body
  const before = await lockSetup(context)
  if (name.trim() !== before['name'])
    throw validationFailed({ name: paymentSetupMessages.typeName })
  const resource = limitToCaller(caller, paymentSetups)
  if (mode === before.mode) return { status: 200, body: before, version: before.version }
  const estimateImpact = await estimateModeSwitchImpact(trx)
  await withRecordTables(trx)
    .updateTable(paymentSetups.name)
    .set({ mode, version: before.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', before.id)
    .execute()
  const after = await loadRecord(trx, resource, before.id)
  await audit({
    event: 'paymentSetups.switched',
    stream: 'integrations',
    target: toAuditTarget(paymentSetups, after),
    before: { mode: before.mode },
    after: { mode },
  })
  await createIntegrationModule(paymentIntegration).hooks.afterWrite?.(context, [after], [before])
  requireImpactConfirmation(request, { id: before.id, mode }, await estimateImpact())
  const body = await loadRecord(trx, resource, before.id)
  return { status: 200, body, version: body.version }
}

/**
 * POST /paymentSetups/ID/duplicate: secrets are sealed again, because each opens only in its own
 * row.
 */
export async function handleDuplicatePaymentSetup(context: RequestContext): Promise<CallResult> {
  const { trx, platform, request, caller } = context
  if (!is(request.body, object({ name: string() }))) throw badRequest(paymentSetupMessages.copyBody)
  const before = await lockSetup(context)
  const secrets = await openSecrets(
    { db: trx as never, secrets: platform.secrets },
    paymentSetups,
    before,
  )
  const values = Object.fromEntries(
    Object.keys(paymentSetups.fields).map((name) => [name, before[name]]),
  )
  const copyValues = { ...values, ...secrets, name: request.body.name, storeIds: [] }
  const resource = limitToCaller(caller, createIntegrationModule(paymentIntegration))
  return handleCreate(resource, { ...context, request: { ...request, body: copyValues } })
}
