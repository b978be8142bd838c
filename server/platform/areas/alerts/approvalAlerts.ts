import { sql } from 'kysely'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { findCreditOperators, selectApprovers } from '../credits/approvers.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from './alert.ts'
import { alertMessages } from './messages.ts'

/** Below failures that affect members, above expirations. */
const approvalRank = 680
const maxApprovalAlerts = 200

type WaitingCredits = {
  storeId: number
  store: string
  askerId: number | null
  asker: string
  count: number
  since: string
}

/** Returns the subject of the alert for one account's requests in one store. */
export const getCreditsSubject = (storeId: number, requesterId: number | string | null) =>
  `credits/${storeId}/${requesterId ?? ''}`

/**
 * Finds credits that wait for a second operator: one alert per store and requester, visible to the
 * accounts that can approve.
 */
async function findCreditAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<WaitingCredits>`
    select store_id, stores.name as store, asker_id, min(credit_requests.created_by) as asker,
      count(*)::integer as count, min(credit_requests.created_at) as since
    from credit_requests join stores on stores.id = store_id
    where state = 'waiting' group by store_id, stores.name, asker_id
    order by min(credit_requests.created_at) limit ${maxApprovalAlerts}`.execute(trx)
  if (rows.length === 0) return []
  const operators = await findCreditOperators(trx)
  const alerts: Alert[] = []
  for (const { storeId, store, askerId: requesterId, asker: requester, count, since } of rows) {
    const requesterIds = requesterId === null ? [] : [requesterId]
    const approvers = await selectApprovers(trx, operators, {
      askerIds: requesterIds,
      storeId,
      at: since,
    })
    alerts.push({
      subject: getCreditsSubject(storeId, requesterId),
      kind: 'approval',
      permission: creditRequests.permission,
      title: alertMessages.creditsWait(store),
      detail: alertMessages.creditsWaitDetail(requester, count),
      storeIds: [storeId],
      rank: approvalRank,
      fix: `${creditRequests.path}&filter[state][eq]=waiting&filter[storeId][eq]=${storeId}`,
      since,
      accountIds: approvers.map(({ id }) => id),
    })
  }
  return alerts
}

type WaitingProgram = { id: number; name: string; storeId: number; setBy: number[]; since: string }

/** Finds programs of groups that wait for a second operator. */
async function findProgramAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<WaitingProgram>`
    select id, name, store_id, program_set_by as set_by, updated_at as since from member_groups
    where program_waiting is not null order by updated_at, id limit ${maxApprovalAlerts}`.execute(
    trx,
  )
  if (rows.length === 0) return []
  const operators = await findCreditOperators(trx)
  const alerts: Alert[] = []
  for (const { id, name, storeId, setBy, since } of rows) {
    const approvers = await selectApprovers(trx, operators, { askerIds: setBy, storeId, at })
    alerts.push({
      subject: `program/${id}`,
      kind: 'approval',
      permission: memberGroups.permission,
      title: alertMessages.programWaits(name),
      detail: alertMessages.programWaitsDetail,
      storeIds: [storeId],
      rank: approvalRank,
      fix: `${memberGroups.path}?approve=${id}`,
      since,
      accountIds: approvers.map((one) => one.id),
    })
  }
  return alerts
}

/**
 * Finds requests that wait for a second operator. Only accounts that can approve them see the
 * alerts.
 */
export const findApprovalAlerts = async (trx: Connection, at: string): Promise<Alert[]> => [
  ...(await findCreditAlerts(trx)),
  ...(await findProgramAlerts(trx, at)),
]
