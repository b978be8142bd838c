import { sql } from 'kysely'
import { formatBulkTitle, formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { scheduleMessages } from '#shared/areas/scheduledChanges/messages.ts'
import { addTime } from '#shared/format/dates.ts'
import type { ScheduleInput } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { getInitialScheduleState } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  canUndoAction,
  getBulkHandler,
  requireAction,
} from '#server/platform/core/bulk/planBulk.ts'
import { getGuardValues } from '#server/platform/core/guards/guardInput.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import {
  invalidState,
  notFound,
  validationFailed,
} from '#server/platform/core/platform/httpError.ts'
import { requireConfirmation } from '#server/platform/core/records/changes/update.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { parseId } from '#server/platform/core/records/recordId.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { exceedsApprovalLimit } from './approvalLimit.ts'
import { findOverlaps } from './findOverlaps.ts'
import type { Overlap } from './findOverlaps.ts'
import { scheduledChangeMessages } from './messages.ts'
import { readScheduleInput, toPeriod, usesStoreZones } from './parseSchedule.ts'
import type { Period } from './parseSchedule.ts'
import { deleteIdleRows, loadPlanReach, splitPlanByStoreZone } from './splitPlan.ts'
import { getScheduleValues } from './storedChange.ts'

type StoredPlan = {
  id: number
  resource: string
  action: string
  given: FieldValues
  expiresAt: string
  jobId: number | null
  isShared: boolean
}

/** POST /plans/ID/schedule: schedules a plan; one change for each time zone of its stores. */
export async function handleScheduleBulkPlan(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request } = context
  const input = readScheduleInput(request.body)
  const plan = await lockPlan(context, parseId(request.params, 'plan'))
  const resource = getResourceModule(plan.resource)
  const action = requireAction(resource, plan.action)
  requirePermission(`${resource.permission}:${action.requiredAction}`, caller)
  if (usesStoreZones(input) && resource.name !== stores.name)
    throw validationFailed({ timeZone: scheduledChangeMessages.onlyStores })
  checkEndAndNotice(resource, action, input)
  await deleteIdleRows(trx, plan.id)
  const plans = usesStoreZones(input)
    ? await splitPlanByStoreZone(trx, plan.id)
    : [{ zone: input.timeZone, planId: plan.id }]
  const periods = plans.map((one) => ({ ...one, period: toPeriod(input, one.zone, now) }))
  const overlaps: Overlap[] = []
  for (const { planId, period } of periods) {
    checkNoticeTime(input, period, now)
    overlaps.push(
      ...(await findOverlaps(trx, { ...period, resource: plan.resource, planId, exceptId: null })),
    )
  }
  confirmOverlaps(context, { plan: plan.id, ...input }, overlaps)
  const reaches = await Promise.all(
    periods.map(({ planId }) => loadPlanReach(trx, planId, resource, action)),
  )
  const reachedStores = reaches.reduce((sum, reach) => sum + reach.reachedStores, 0)
  if (reaches.every(({ records }) => records === 0))
    throw invalidState(scheduledChangeMessages.nothingToChange)
  const needsApproval = await exceedsApprovalLimit(trx, caller, reachedStores)
  const ids: number[] = []
  for (const [index, { zone, planId, period }] of periods.entries()) {
    const reach = reaches[index]
    if (!reach || reach.records === 0) continue
    const title = formatBulkTitle(
      action,
      resource,
      Object.keys(plan.given),
      reach.label ?? formatRecordCount(resource, reach.records),
    )
    const values = {
      ...period,
      title,
      state: getInitialScheduleState({ needsApproval }),
      timeZone: zone,
      storeIds: reach.storeIds,
      records: reach.records,
      askerId: caller.id,
      resource: plan.resource,
      action: plan.action,
      fields: reach.fields,
      permission: resource.permission,
      needs: `${resource.permission}:${action.requiredAction}`,
      planId,
      noticeHours: input.noticeHours ?? null,
      ...getGuardValues(input),
    }
    ids.push(await insertChange(context, values))
    await sharePlan(trx, planId, period)
  }
  if (needsApproval) await refreshApprovalAlerts(trx, now)
  return { status: 201, body: { ids } }
}

async function lockPlan({ trx, caller, now }: RequestContext, id: number): Promise<StoredPlan> {
  const { rows } = await sql<StoredPlan>`
    select id, resource, action, given, expires_at, job_id, is_shared from bulk_plans
    where id = ${id} and user_id = ${caller.id} and summary ->> 'of' = resource for update`.execute(
    trx,
  )
  const [plan] = rows
  if (!plan) throw notFound('plan')
  if (plan.jobId !== null || plan.isShared) throw invalidState(scheduledChangeMessages.planUsed)
  if (Date.parse(plan.expiresAt) < Date.parse(now))
    throw invalidState(scheduledChangeMessages.planExpired)
  return plan
}

/**
 * Rejects an end that can't restore what the action changes, and a notice that isn't about
 * maintenance or isn't one of those that can be chosen.
 */
export function checkEndAndNotice(
  resource: ResourceModule,
  action: BulkAction,
  { endsAt, noticeHours }: ScheduleInput,
): void {
  if ((endsAt ?? '') !== '' && !canUndoAction(action, getBulkHandler(resource, action)))
    throw validationFailed({ endsAt: scheduledChangeMessages.noUndo })
  if ((noticeHours ?? null) === null) return
  if (resource.name !== stores.name || action.name !== 'startMaintenance')
    throw validationFailed({ noticeHours: scheduledChangeMessages.onlyMaintenanceNotice })
  if (!Object.hasOwn(scheduleMessages.notices, String(noticeHours)))
    throw validationFailed({ noticeHours: scheduledChangeMessages.unknownNotice })
}

/** Rejects a notice that would have to be sent before now. */
export function checkNoticeTime(
  { noticeHours }: Pick<ScheduleInput, 'noticeHours'>,
  { startsAt }: Period,
  now: string,
): void {
  if ((noticeHours ?? null) !== null && addTime(now, Number(noticeHours), 'hour') > startsAt)
    throw validationFailed({ noticeHours: scheduledChangeMessages.noticeTooLate })
}

/** Rejects a change that overlaps with others until the operator confirms it. */
export function confirmOverlaps(
  { request }: RequestContext,
  change: object,
  overlaps: readonly Overlap[],
): void {
  if (overlaps.length === 0) return
  const worse = overlaps.map(({ title, records, examples }) => ({
    what: scheduledChangeMessages.overlaps(title),
    count: records,
    examples,
  }))
  const reaches = overlaps.reduce((sum, { records }) => sum + records, 0)
  requireConfirmation(
    request,
    change,
    { reaches, own: 0, worse },
    scheduledChangeMessages.overlapsFound(overlaps.length),
  )
}

async function insertChange(
  { trx, now, caller, audit }: RequestContext,
  values: Record<string, unknown> & { title: string },
): Promise<number> {
  const columns = {
    ...values,
    createdAt: now,
    createdBy: caller.email,
    updatedAt: now,
    updatedBy: caller.email,
  }
  const names = Object.keys(columns)
  const { rows } = await sql<{ id: number }>`
    insert into scheduled_changes (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(columns))}) returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // Just created.
  const { title, state } = values
  await audit({
    event: `${scheduledChanges.name}.created`,
    target: { type: scheduledChanges.name, id, label: title },
    after: { state, ...getScheduleValues(values) },
  })
  return id
}

/** How long the rows of a plan are kept after its change ended, in days. */
const planRetentionDays = 30

/** Lets everyone who sees the change read its plan, which is kept until the change is long over. */
export const sharePlan = (
  trx: Connection,
  planId: number,
  { startsAt, endsAt }: Period,
): Promise<unknown> =>
  sql`update bulk_plans set is_shared = true, expires_at = ${addTime(endsAt ?? startsAt, planRetentionDays, 'day')}
    where id = ${planId}`.execute(trx)
