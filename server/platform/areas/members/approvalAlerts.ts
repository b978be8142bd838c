import { sql } from 'kysely'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { approvalRank, maxApprovalAlerts } from '../alerts/index.ts'
import { findDecidingOperators, selectApprovers } from '#server/platform/core/approval/approvers.ts'
import { programAlertMessages } from './messages.ts'

type WaitingProgram = { id: number; name: string; storeId: number; setBy: number[]; since: string }

/** Finds programs of groups that wait for a second operator. */
export async function findProgramAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<WaitingProgram>`
    select id, name, store_id, program_set_by as set_by, updated_at as since from member_groups
    where program_waiting is not null order by updated_at, id limit ${maxApprovalAlerts}`.execute(
    trx,
  )
  if (rows.length === 0) return []
  const operators = await findDecidingOperators(trx, creditEntries.permission)
  const alerts: Alert[] = []
  for (const { id, name, storeId, setBy, since } of rows) {
    const approvers = await selectApprovers(trx, operators, { askerIds: setBy, storeId, at })
    alerts.push({
      subject: `program/${id}`,
      kind: 'approval',
      permission: memberGroups.permission,
      title: programAlertMessages.programWaits(name),
      detail: programAlertMessages.programWaitsDetail,
      storeIds: [storeId],
      rank: approvalRank,
      fix: `${memberGroups.path}?approve=${id}`,
      since,
      accountIds: approvers.map((one) => one.id),
    })
  }
  return alerts
}
