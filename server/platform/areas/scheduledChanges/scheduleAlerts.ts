import { sql } from 'kysely'
import { formatActor } from '#shared/engine/actors.ts'
import type { PermissionKey } from '#shared/permissions/permissions.ts'
import { formatInstant, subtractTime } from '#shared/format/dates.ts'
import { buildScheduledChangeUrl } from '#shared/areas/scheduledChanges/scheduleUrls.ts'
import { findDecidingOperators } from '#server/platform/core/approval/approvers.ts'
import { findIneligibleApprovers } from '#server/platform/core/approval/relatedAccounts.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { approvalRank, maxApprovalAlerts } from '../alerts/index.ts'
import { scheduledChangeMessages } from './messages.ts'

/** Ranks of alerts: a change that didn't happen is urgent, one that left out records is not. */
const [failureRank, incompleteRank] = [700, 660]

/** How long a problem of a change that is over is an alert, in days. It can be dismissed before. */
const problemDays = 7

type FailedChange = {
  id: number
  title: string
  state: string
  problem: string
  guardTrippedAt: string | null
  permission: PermissionKey
  storeIds: number[]
  updatedAt: string
}

/** Finds changes that were missed, failed, or left out records, and ends that couldn't be made. */
export async function findFailureAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<FailedChange>`
    select id, title, state, problem, guard_tripped_at, permission, store_ids, updated_at from scheduled_changes
    where problem is not null and (state = 'inEffect' or updated_at > ${subtractTime(at, problemDays, 'day')})
    order by id desc limit ${maxApprovalAlerts}`.execute(trx)
  return rows.map(({ id, title, problem, permission, storeIds, updatedAt, ...change }) => ({
    subject: `scheduledChange/${id}`,
    kind: 'incident',
    permission,
    title: getFailureTitle(change)(title),
    detail: problem,
    storeIds,
    rank: isUrgent(change) ? failureRank : incompleteRank,
    fix: buildScheduledChangeUrl(id),
    since: updatedAt,
  }))
}

type FailedChangeState = Pick<FailedChange, 'state' | 'guardTrippedAt'>

/** Whether the change was stopped and still waits for a decision. */
const isStopped = ({ state, guardTrippedAt }: FailedChangeState) =>
  state === 'inEffect' && guardTrippedAt !== null

const isUrgent = (change: FailedChangeState) =>
  change.state === 'missed' || change.state === 'failed' || isStopped(change)

function getFailureTitle(change: FailedChangeState): (title: string) => string {
  const { missed, failed, stopped, partly } = scheduledChangeMessages.alertTitle
  if (isStopped(change)) return stopped
  const { state } = change
  return state === 'missed' ? missed : state === 'failed' ? failed : partly
}

type WaitingChange = {
  id: number
  title: string
  startsAt: string
  timeZone: string
  askerId: number | null
  createdBy: string
  createdAt: string
  permission: PermissionKey
  storeIds: number[]
}

/** Finds changes that wait for a second operator, for the accounts that can approve them. */
export async function findApprovalAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<WaitingChange>`
    select id, title, starts_at, time_zone, asker_id, created_by, created_at, permission, store_ids
    from scheduled_changes where state = 'waiting' order by starts_at, id
    limit ${maxApprovalAlerts}`.execute(trx)
  const alerts: Alert[] = []
  for (const change of rows) {
    const { id, title, startsAt, timeZone, createdBy, createdAt, permission, storeIds } = change
    const start = `${formatInstant(startsAt, timeZone)} (${timeZone})`
    alerts.push({
      subject: `scheduledChange/${id}/approval`,
      kind: 'approval',
      permission,
      title: scheduledChangeMessages.approvalTitle(title),
      detail: scheduledChangeMessages.approvalDetail(formatActor(createdBy), start),
      storeIds,
      rank: approvalRank,
      fix: buildScheduledChangeUrl(id),
      since: createdAt,
      accountIds: await findApproverIds(trx, change),
    })
  }
  return alerts
}

/** Finds the accounts that can approve a change: independent of its author, and with all its stores. */
async function findApproverIds(
  trx: Connection,
  { permission, askerId, createdAt, storeIds }: WaitingChange,
): Promise<number[]> {
  const operators = await findDecidingOperators(trx, permission)
  const ineligible = askerId === null ? [] : await findIneligibleApprovers(trx, askerId, createdAt)
  return operators
    .filter(
      (operator) =>
        !ineligible.includes(operator.id) &&
        (operator.storeIds === null ||
          (storeIds.length > 0 && storeIds.every((id) => operator.storeIds?.includes(id)))),
    )
    .map(({ id }) => id)
}
