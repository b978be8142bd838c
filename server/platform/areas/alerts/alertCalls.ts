import { alertFields } from '#shared/areas/alerts/alertCalls.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { messages } from '#shared/messages.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, parseVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { readOwnerId } from '../users/index.ts'
import { lockAlert, updateAlertOwner, updateAlertState } from './changeAlert.ts'

const { state, days, reason, ownerId } = alertFields
const alertWriteOptions = {
  kind: 'write',
  permission: `${attentionItems.permission}:write`,
  ifMatch: 'optional',
  success: { status: 200, schema: buildRecordSchemas(attentionItems).record },
} as const

/** The calls that change an alert (shared/areas/alerts/alertCalls.ts). */
export const alertCalls: readonly Call[] = [
  {
    ...alertWriteOptions,
    method: 'post',
    path: '/attentionItems/:id/state',
    summary: 'Snooze, dismiss, or reopen an alert. Fixed alerts disappear automatically.',
    body: objectSchema(toSchemaProperties({ state, days, reason }), ['state']),
    handler: handleChangeAlertState,
  },
  {
    ...alertWriteOptions,
    method: 'put',
    path: '/attentionItems/:id/owner',
    summary: 'Assign an alert to a user',
    body: nameSchema('NewOwner', objectSchema(toSchemaProperties({ ownerId }))),
    handler: handleAssignAlert,
  },
]

async function lockRequestedAlert(context: RequestContext) {
  const { request } = context
  return lockAlert(context, parseRecordId(attentionItems, request), parseVersion(request))
}

async function reloadAlert(context: RequestContext, id: number): Promise<CallResult> {
  const body = await loadRecord(context.trx, limitToCaller(context.caller, attentionItems), id)
  return { status: 200, body, version: body.version }
}

async function handleChangeAlertState(context: RequestContext): Promise<CallResult> {
  const item = await lockRequestedAlert(context)
  const values = parseValues({ fields: { state, days, reason } }, context.request.body, 'all')
  const to = String(values['state'])
  const why = to === 'resolved' ? values['reason'] : null
  if (to === 'resolved' && why === null)
    throw validationFailed({ reason: messages.validation.required(reason.label) })
  await updateAlertState(context, item, { to, days: Number(values['days'] ?? 1), reason: why })
  return reloadAlert(context, item.id)
}

async function handleAssignAlert(context: RequestContext): Promise<CallResult> {
  const item = await lockRequestedAlert(context)
  await updateAlertOwner(context, item, { ownerId: await readOwnerId(context) })
  return reloadAlert(context, item.id)
}
