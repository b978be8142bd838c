import { sql } from 'kysely'
import { formatActor } from '#shared/engine/actors.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { addApprovers } from '#server/platform/core/approval/approvers.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { refreshApprovalAlerts } from './refreshAlerts.ts'

/** The rank of alerts about waiting requests: below failures that affect members, above expirations. */
export const approvalRank = 680

/** How many alerts about waiting requests of a resource exist at most. */
export const maxApprovalAlerts = 200

type WaitingRequests = {
  storeId: number
  store: string
  askerId: number | null
  asker: string
  count: number
  since: string
}

type ApprovalAlertTexts = {
  getSubject: (storeId: number, requesterId: number | null) => string
  getTitle: (store: string) => string
  getDetail: (requester: string, count: number) => string
}

/**
 * Finds requests of a resource that wait for a second operator: one alert per store and requester,
 * visible to the accounts that can approve.
 */
export async function findApprovalAlerts(
  trx: Connection,
  { name, path, permission }: Resource,
  { getSubject, getTitle, getDetail }: ApprovalAlertTexts,
): Promise<Alert[]> {
  const { rows } = await sql<WaitingRequests>`
    select store_id, stores.name as store, asker_id, min(request.created_by) as asker,
      count(*)::integer as count, min(request.created_at) as since
    from ${sql.table(name)} as request join stores on stores.id = store_id
    where request.state = 'waiting' group by store_id, stores.name, asker_id
    order by min(request.created_at) limit ${maxApprovalAlerts}`.execute(trx)
  const waiting = await addApprovers(trx, permission, rows)
  return waiting.map(({ storeId, store, askerId, asker, count, since, accountIds }) => ({
    subject: getSubject(storeId, askerId),
    kind: 'approval',
    permission,
    title: getTitle(store),
    detail: getDetail(formatActor(asker), count),
    storeIds: [storeId],
    rank: approvalRank,
    fix: `${path}&filter[state][eq]=waiting&filter[storeId][eq]=${storeId}`,
    since,
    accountIds,
  }))
}

/**
 * Alerts the accounts that can approve new requests, by the subjects of their alerts. If an alert is
 * already open, a chore updates its count, so that a job with many rows doesn't recompute it for
 * each row.
 */
export async function raiseApprovalAlerts(
  { trx, now }: Pick<WriteContext, 'trx' | 'now'>,
  subjects: readonly string[],
): Promise<void> {
  await sql`update attention_items set state = 'open', snoozed_until = null, reason = null, version = version + 1
    where subject = any(${[...subjects]}::text[]) and state = 'resolved'`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from attention_items where subject = any(${[...subjects]}::text[])`.execute(trx)
  if ((rows[0]?.count ?? 0) < subjects.length) await refreshApprovalAlerts(trx, now)
}
