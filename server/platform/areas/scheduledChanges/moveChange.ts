import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { requireAction } from '#server/platform/core/bulk/planBulk.ts'
import { getGuardValues } from '#server/platform/core/guards/guardInput.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { scheduledChangeStates } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { exceedsApprovalLimit } from './approvalLimit.ts'
import { findOverlaps } from './findOverlaps.ts'
import { lockChange, loadChangeResult } from './lockChange.ts'
import { scheduledChangeMessages } from './messages.ts'
import { readScheduleInput, toPeriod, usesStoreZones } from './parseSchedule.ts'
import { checkEndAndNotice, checkNoticeTime, confirmOverlaps, sharePlan } from './schedulePlan.ts'
import { loadPlanReach } from './splitPlan.ts'
import { getScheduleValues, saveTransition } from './storedChange.ts'

/**
 * PUT /scheduledChanges/ID/times: moves a change that hasn't started. One that needed approval needs
 * it again.
 */
export async function handleMoveScheduledChange(context: RequestContext): Promise<CallResult> {
  const { trx, now, caller, audit, request } = context
  const change = await lockChange(context)
  const { id, state, planId, resource, version } = change
  if ((state !== 'waiting' && state !== 'scheduled') || planId === null)
    throw invalidState(scheduledChangeMessages.notPossible(scheduledChangeStates[state]))
  const input = readScheduleInput(request.body)
  if (usesStoreZones(input)) throw validationFailed({ timeZone: scheduledChangeMessages.notZone })
  const module = getResourceModule(resource)
  const action = requireAction(module, change.action)
  checkEndAndNotice(module, action, input)
  const period = toPeriod(input, input.timeZone, now)
  checkNoticeTime(input, period, now)
  confirmOverlaps(
    context,
    { id, ...input },
    await findOverlaps(trx, { ...period, resource, planId, exceptId: id }),
  )
  const { reachedStores } = await loadPlanReach(trx, planId, module, action)
  const needsApproval = await exceedsApprovalLimit(trx, caller, reachedStores)
  const values = {
    ...period,
    timeZone: input.timeZone,
    noticeHours: input.noticeHours ?? null,
    ...getGuardValues(input),
    notifiedAt: null,
    ...(needsApproval && { askerId: caller.id, decidedBy: null, decisionReason: null }),
  }
  await sharePlan(trx, planId, period)
  if (needsApproval && state === 'scheduled')
    await saveTransition({ trx, now, audit, actor: caller.email }, change, 'askAgain', values)
  else {
    await withRecordTables(trx)
      .updateTable(scheduledChanges.name)
      .set({ ...values, version: version + 1, updatedAt: now, updatedBy: caller.email })
      .where('id', '=', id)
      .execute()
    await audit({
      event: `${scheduledChanges.name}.moved`,
      target: { type: scheduledChanges.name, id, label: change.title },
      before: getScheduleValues(change),
      after: getScheduleValues(values),
    })
  }
  if (needsApproval) await refreshApprovalAlerts(trx, now)
  return loadChangeResult(context, id)
}
