import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { refreshApprovalAlerts } from '../alerts/refreshAlerts.ts'
import { getCreditsSubject } from '../alerts/approvalAlerts.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'

/**
 * Alerts the accounts that can approve these requests. If an alert is already open, a chore updates
 * its count, so that a file with many rows doesn't recompute it for each row.
 */
export async function raiseCreditAlerts(
  { trx, caller, now }: Pick<WriteContext, 'trx' | 'caller' | 'now'>,
  requests: readonly AnyRecord[],
): Promise<void> {
  const storeIds = [...new Set(requests.map(({ storeId }) => Number(storeId)))]
  const subjects = storeIds.map((storeId) => getCreditsSubject(storeId, caller.id))
  await sql`update attention_items set state = 'open', snoozed_until = null, reason = null, version = version + 1
    where subject = any(${subjects}::text[]) and state = 'resolved'`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from attention_items where subject = any(${subjects}::text[])`.execute(trx)
  if ((rows[0]?.count ?? 0) < subjects.length) await refreshApprovalAlerts(trx, now)
}
