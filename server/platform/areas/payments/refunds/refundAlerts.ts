import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findApprovalAlerts } from '#server/platform/areas/alerts/index.ts'
import { refundAlertMessages } from './messages.ts'

/** Returns the subject of the alert for one account's refunds in one store. */
export const getRefundAlertSubject = (storeId: number, requesterId: number | null) =>
  `refunds/${storeId}/${requesterId ?? ''}`

/** Finds refunds that wait for a second operator. */
export const findRefundApprovalAlerts = (trx: Connection): Promise<Alert[]> =>
  findApprovalAlerts(trx, paymentRefunds, {
    getSubject: getRefundAlertSubject,
    getTitle: refundAlertMessages.refundsWait,
    getDetail: refundAlertMessages.refundsWaitDetail,
  })
