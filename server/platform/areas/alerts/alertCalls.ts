import { sql } from 'kysely'
import { alertFields, reopenAfterDays } from '#shared/areas/alerts/alertCalls.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { requireStores, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, parseVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { readOwnerId } from '../users/index.ts'

const { state, days, reason, ownerId } = alertFields
const snoozeUnitMs = 86_400_000
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
    body: objectSchema(toSchemaProperties({ ownerId })),
    handler: handleAssignAlert,
  },
]

async function lockAlert({ trx, caller, request }: RequestContext) {
  const id = parseRecordId(attentionItems, request)
  const item = await lockRecord(
    trx,
    limitToCaller(caller, attentionItems),
    id,
    parseVersion(request),
  )
  // The item that a limited caller can read names only its own stores, so check all of them.
  const { rows } = await sql<{ storeIds: number[] }>`
    select store_ids from attention_items where id = ${id}`.execute(trx)
  requireStores(attentionItems, rows[0]?.storeIds ?? [], caller)
  return item
}

async function reloadAlert(context: RequestContext, id: number): Promise<CallResult> {
  const body = await loadRecord(context.trx, limitToCaller(context.caller, attentionItems), id)
  return { status: 200, body, version: body.version }
}

async function handleChangeAlertState(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit, request } = context
  const item = await lockAlert(context)
  const values = parseValues({ fields: { state, days, reason } }, request.body, 'all')
  const to = String(values['state'])
  const why = to === 'resolved' ? values['reason'] : null
  if (to === 'resolved' && why === null)
    throw validationFailed({ reason: messages.validation.required(reason.label) })
  const hiddenDays = countHiddenDays(to, item, Number(values['days'] ?? 1))
  const until = hiddenDays && new Date(Date.parse(now) + hiddenDays * snoozeUnitMs).toISOString()
  await sql`update attention_items set state = ${to}, snoozed_until = ${until}, reason = ${why},
    version = version + 1, updated_at = ${now}, updated_by = ${caller.email} where id = ${item.id}`.execute(
    trx,
  )
  await audit({
    event: `attentionItems.${to === 'open' ? 'reopened' : to}`,
    target: toAuditTarget(attentionItems, item),
    before: { state: item['state'], reason: item['reason'] },
    after: { state: to, reason: why, ...(until && { snoozedUntil: until }) },
  })
  return reloadAlert(context, item.id)
}

/** Returns after how many days an alert opens again; null if it stays hidden until it is fixed. */
function countHiddenDays(state: string, { kind }: AnyRecord, snoozeDays: number): number | null {
  if (state === 'snoozed') return snoozeDays
  return state === 'resolved' && kind === 'integration' ? reopenAfterDays : null
}

async function handleAssignAlert(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit } = context
  const item = await lockAlert(context)
  const owner = await readOwnerId(context)
  await sql`update attention_items set owner_id = ${owner}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where id = ${item.id}`.execute(trx)
  const [before, after] = [{ ownerId: item['ownerId'] }, { ownerId: owner }]
  await audit({
    event: 'attentionItems.assigned',
    target: toAuditTarget(attentionItems, item),
    before,
    after,
  })
  return reloadAlert(context, item.id)
}
