import { sql } from 'kysely'
import { alertDeliveries } from '#shared/areas/alertChannels/alertDeliveries.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { recordIdSchema } from '#server/platform/core/http/schema.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { alertChannelMessages } from './messages.ts'
import { deliveryQueueName } from './sendDueMessages.ts'

/** The call that sends a failed alert again (shared/areas/alertChannels/deliveryCalls.ts). */
export const deliveryCalls: readonly Call[] = [
  {
    kind: 'write',
    permission: `${alertDeliveries.permission}:write`,
    method: 'post',
    path: '/alertDeliveries/:id/resend',
    summary: 'Send a failed alert again, with the full number of attempts',
    success: { status: 200, schema: recordIdSchema },
    handler: handleResend,
  },
]

async function handleResend({
  trx,
  platform,
  request,
  caller,
  now,
  audit,
}: RequestContext): Promise<CallResult> {
  const id = parseRecordId(alertDeliveries, request)
  const delivery = await loadRecord(trx, limitToCaller(caller, alertDeliveries), id)
  const { numAffectedRows } = await sql`
    update alert_deliveries set status = 'waiting', attempts = 0, next_try_at = ${now}
    where id = ${id} and status = 'failed' and ended_at is null`.execute(trx)
  if (!numAffectedRows) throw invalidState(alertChannelMessages.notFailed)
  const target = toAuditTarget(alertDeliveries, delivery)
  await audit({ event: 'alertDeliveries.resent', target })
  return { status: 200, body: { id }, afterCommit: () => platform.wakeQueue(deliveryQueueName) }
}
