import type { DecisionName } from '#shared/engine/approval.ts'
import { decisionFields } from '#shared/engine/approvalCalls.ts'
import { approvalMessages } from '#shared/engine/messages.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { scheduledChangeStates } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { assertCanDecide } from '#server/platform/core/approval/assertCanDecide.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { lockChange, loadChangeResult } from './lockChange.ts'
import { saveTransition } from './storedChange.ts'

/** POST /scheduledChanges/ID/decision */
export async function handleDecideScheduledChange(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit, request } = context
  const change = await lockChange(context)
  const values = parseValues({ fields: decisionFields }, request.body, 'all')
  const decision = values['decision'] as DecisionName // One of the options of its field.
  const reason = values['reason'] as string | null // The field was validated.
  if (change.state !== 'waiting')
    throw invalidState(approvalMessages.noLongerWaiting(scheduledChangeStates[change.state]))
  const record: AnyRecord = await loadRecord(
    trx,
    limitToCaller(caller, scheduledChanges),
    change.id,
  )
  await assertCanDecide(trx, record, { caller, decision, reason })
  await saveTransition({ trx, now, audit, actor: caller.email }, change, decision, {
    decidedBy: caller.email,
    decisionReason: reason,
  })
  await refreshApprovalAlerts(trx, now)
  return loadChangeResult(context, change.id)
}
