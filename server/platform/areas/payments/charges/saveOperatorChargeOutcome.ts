import { sql } from 'kysely'
import { attemptFields, getNextRetry } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { getChargeAlertSubject } from '../incidents/paymentAlerts.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { matchOrderAttempts } from '../attemptKeys.ts'
import { findLastAttempt, recordRecoveredPayment } from '../attempts.ts'
import { lockRequestedAttempt, auditAttemptChange, readBodyValues } from '../attemptCallHandlers.ts'
import { createNoFailedPaymentError } from './chargeOrder.ts'
import { refreshOrderIssue } from './orderIssue.ts'
import { findRetryRules } from '../retryRules.ts'

/**
 * POST /paymentAttempts/ID/outcome: records what an operator found at the provider. A payment that
 * wasn't charged can be retried.
 */
export async function handleSaveOperatorChargeOutcome(
  context: RequestContext,
): Promise<CallResult> {
  const { trx, now: at, caller } = context
  const attempt = await lockRequestedAttempt(context, 'settle')
  const { outcome } = readBodyValues(context, { outcome: attemptFields.outcome })
  const { orderId } = attempt.last
  const isPaid = outcome === 'charged'
  await sql`update payment_charges set state = ${isPaid ? 'paid' : 'refused'}, ended_at = ${at}
    where order_id = ${orderId} and state = 'unknown'`.execute(trx)
  await sql`update payment_attempts set unclear = false, version = version + 1, updated_at = ${at},
    updated_by = ${caller.email} where ${await matchOrderAttempts(trx, orderId)}`.execute(trx)
  await sql`delete from attention_items where subject = ${getChargeAlertSubject(orderId)}`.execute(
    trx,
  )
  if (isPaid) {
    await recordRecoveredPayment(trx, { orderId, at, by: caller.email })
    await refreshOrderIssue(trx, orderId)
  }
  return auditAttemptChange(context, attempt, isPaid ? 'foundPaid' : 'foundUnpaid')
}

/** GET /paymentAttempts/ID/rule: the next automatic retry, and the setup that schedules it. */
export async function handleLoadNextPaymentRetry(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseRecordId(paymentAttempts, request)
  const record = await loadRecord(db, limitToCaller(caller, paymentAttempts), id)
  const last = await findLastAttempt(db, Number(record['orderId']))
  if (!last) throw createNoFailedPaymentError()
  const { rules, setup } = await findRetryRules(db, last.storeId, last.gateway)
  return { status: 200, body: { at: getNextRetry(last, last.attemptedAt, rules), setup } }
}
