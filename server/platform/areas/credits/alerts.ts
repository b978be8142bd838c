import type { AnyRecord } from '#shared/engine/resource.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import { findApprovalAlerts, raiseApprovalAlerts } from '../alerts/index.ts'
import { creditAlertMessages } from './messages.ts'

/** Alerts the accounts that can approve these requests. */
export async function raiseCreditApprovalAlerts(
  { trx, caller, now }: Pick<WriteContext, 'trx' | 'caller' | 'now'>,
  requests: readonly AnyRecord[],
): Promise<void> {
  const storeIds = [...new Set(requests.map(({ storeId }) => Number(storeId)))]
  await raiseApprovalAlerts(
    { trx, now },
    storeIds.map((storeId) => getCreditAlertSubject(storeId, caller.id)),
  )
}

/** Returns the subject of the alert for one account's requests in one store. */
const getCreditAlertSubject = (storeId: number, requesterId: number | null) =>
  `credits/${storeId}/${requesterId ?? ''}`

/** Finds credits that wait for a second operator. */
export const findCreditAlerts = (trx: Connection): Promise<Alert[]> =>
  findApprovalAlerts(trx, creditRequests, {
    getSubject: getCreditAlertSubject,
    getTitle: creditAlertMessages.creditsWait,
    getDetail: creditAlertMessages.creditsWaitDetail,
  })
