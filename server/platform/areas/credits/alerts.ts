import { formatActor } from '#shared/engine/actors.ts'
import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import {
  addApprovers,
  approvalRank,
  maxApprovalAlerts,
} from '#server/platform/core/approval/approvers.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { creditAlertMessages } from './messages.ts'

/**
 * Alerts the accounts that can approve these requests. If an alert is already open, a chore updates
 * its count, so that a file with many rows doesn't recompute it for each row.
 */
export async function raiseCreditApprovalAlerts(
  { trx, caller, now }: Pick<WriteContext, 'trx' | 'caller' | 'now'>,
  requests: readonly AnyRecord[],
): Promise<void> {
  const storeIds = [...new Set(requests.map(({ storeId }) => Number(storeId)))]
  const subjects = storeIds.map((storeId) => getCreditAlertSubject(storeId, caller.id))
  await sql`update attention_items set state = 'open', snoozed_until = null, reason = null, version = version + 1
    where subject = any(${subjects}::text[]) and state = 'resolved'`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from attention_items where subject = any(${subjects}::text[])`.execute(trx)
  if ((rows[0]?.count ?? 0) < subjects.length) await refreshApprovalAlerts(trx, now)
}

type WaitingCredits = {
  storeId: number
  store: string
  askerId: number | null
  asker: string
  count: number
  since: string
}

/** Returns the subject of the alert for one account's requests in one store. */
const getCreditAlertSubject = (storeId: number, requesterId: number | string | null) =>
  `credits/${storeId}/${requesterId ?? ''}`

/**
 * Finds credits that wait for a second operator: one alert per store and requester, visible to the
 * accounts that can approve.
 */
export async function findCreditAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<WaitingCredits>`
    select store_id, stores.name as store, asker_id, min(credit_requests.created_by) as asker,
      count(*)::integer as count, min(credit_requests.created_at) as since
    from credit_requests join stores on stores.id = store_id
    where state = 'waiting' group by store_id, stores.name, asker_id
    order by min(credit_requests.created_at) limit ${maxApprovalAlerts}`.execute(trx)
  const waiting = await addApprovers(trx, creditRequests.permission, rows)
  return waiting.map(
    ({ storeId, store, askerId: requesterId, asker: requester, count, since, accountIds }) => ({
      subject: getCreditAlertSubject(storeId, requesterId),
      kind: 'approval',
      permission: creditRequests.permission,
      title: creditAlertMessages.creditsWait(store),
      detail: creditAlertMessages.creditsWaitDetail(formatActor(requester), count),
      storeIds: [storeId],
      rank: approvalRank,
      fix: `${creditRequests.path}&filter[state][eq]=waiting&filter[storeId][eq]=${storeId}`,
      since,
      accountIds,
    }),
  )
}
