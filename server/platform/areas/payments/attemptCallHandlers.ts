import { sql } from 'kysely'
import { integer, min, string, type } from 'superstruct'
import { retryByReasonFields } from '#shared/areas/payments/retryableAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attemptFields.ts'
import { maxRetryDelayMs } from '#shared/areas/payments/attempts.ts'
import type { AttemptChange } from '#shared/areas/payments/attempts.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { formatMoney } from '#shared/format/money.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { users } from '#shared/areas/users/users.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { lockOrder, findLastAttempt, setAttemptStatus } from './attempts.ts'
import type { LastAttempt } from './attempts.ts'
import { assertAttemptChangeAllowed } from './charges/chargeOrder.ts'
import { enqueuePaymentLinkEmail } from './paymentLinkEmail.ts'
import { paymentMessages } from './messages.ts'
import { createPaymentLink } from './paymentLinks.ts'
import { findRetryablePayments, startRetries, sumAmounts } from './duePayments.ts'
import { retryPaymentsJob } from './retryJob.ts'
import type { RetryInput } from './retryJob.ts'

type LockedAttempt = { record: AnyRecord; last: LastAttempt }

/**
 * Locks the requested attempt and returns it with the last one of its order. Changes apply to the
 * whole order.
 */
export async function lockRequestedAttempt(
  change: RequestContext,
  admitted: AttemptChange | null,
): Promise<LockedAttempt> {
  const { trx, caller } = change
  const resource = limitToCaller(caller, paymentAttempts)
  const id = parseRecordId(paymentAttempts, change.request)
  const orderId = Number((await loadRecord(trx, resource, id))['orderId'])
  await lockOrder(trx, orderId)
  const record = await lockRecord(trx, resource, id, requireVersion(change.request))
  const last = await findLastAttempt(trx, orderId)
  if (!last) throw invalidState('')
  if (admitted) await assertAttemptChangeAllowed(trx, admitted, last)
  return { record, last }
}

export const readBodyValues = (change: RequestContext, fields: Fields) =>
  parseValues({ fields }, change.request.body, 'all')

/** Logs the change and returns the updated attempt. */
export async function completeAttemptChange(
  { trx, caller, audit }: RequestContext,
  { record }: LockedAttempt,
  event: string,
  told: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<CallResult> {
  const target = toAuditTarget(paymentAttempts, record)
  await audit({ event: `paymentAttempts.${event}`, target, ...told })
  const body = await loadRecord(trx, limitToCaller(caller, paymentAttempts), record.id)
  return { status: 200, body, version: body.version }
}

/** POST /paymentAttempts/ID/schedule */
export async function scheduleRetry(change: RequestContext): Promise<CallResult> {
  const of = await lockRequestedAttempt(change, 'schedule')
  const { at } = readBodyValues(change, { at: attemptFields.at })
  const ms = Date.parse(String(at)) - Date.parse(change.now)
  if (ms <= 0) throw validationFailed({ at: paymentMessages.past })
  if (ms > maxRetryDelayMs) throw validationFailed({ at: paymentMessages.tooLate })
  const { orderId } = of.last
  await setAttemptStatus(
    change.trx,
    orderId,
    { status: 'scheduled', nextRetryAt: String(at) },
    { at: change.now, by: change.caller.email },
  )
  return completeAttemptChange(change, of, 'scheduled', { after: { nextRetryAt: at } })
}

/** POST /paymentAttempts/ID/dismissal */
export async function dismissPayment(change: RequestContext): Promise<CallResult> {
  const of = await lockRequestedAttempt(change, 'dismiss')
  const { reason } = readBodyValues(change, { reason: attemptFields.reason })
  await setAttemptStatus(
    change.trx,
    of.last.orderId,
    { status: 'dismissed', closedReason: String(reason) },
    { at: change.now, by: change.caller.email },
  )
  return completeAttemptChange(change, of, 'dismissed', { after: { closedReason: reason } })
}

/** DELETE /paymentAttempts/ID/dismissal */
export async function reopenPayment(change: RequestContext): Promise<CallResult> {
  const of = await lockRequestedAttempt(change, 'reopen')
  const { now: at, caller } = change
  await setAttemptStatus(change.trx, of.last.orderId, { status: 'open' }, { at, by: caller.email })
  return completeAttemptChange(change, of, 'reopened')
}

/** PUT /paymentAttempts/ID/owner: assigns all attempts of the order. */
export async function assignPayment(change: RequestContext): Promise<CallResult> {
  const { trx, now, caller } = change
  const of = await lockRequestedAttempt(change, null)
  const { ownerId } = readBodyValues(change, { ownerId: attemptFields.ownerId })
  if (ownerId !== null) {
    const { rows } = await sql`select from ${getVisibleRows(users, caller.storeIds)}
      where id = ${ownerId} and status = 'active'`.execute(trx)
    if (rows.length === 0) throw validationFailed({ ownerId: paymentMessages.notActiveUser })
  }
  await sql`update payment_attempts set owner_id = ${ownerId}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where order_id = ${of.last.orderId}`.execute(trx)
  return completeAttemptChange(change, of, 'assigned', {
    before: { ownerId: of.record['ownerId'] },
    after: { ownerId },
  })
}

/**
 * POST /paymentAttempts/ID/link: the link is returned only once, because only its hash is saved.
 */
export async function sendPaymentLink(change: RequestContext): Promise<CallResult> {
  const of = await lockRequestedAttempt(change, 'link')
  const { url, expiresAt } = await createPaymentLink(change, of.last)
  await completeAttemptChange(change, of, 'linked', { after: { until: expiresAt } })
  const post = await enqueuePaymentLinkEmail(change, { orderId: of.last.orderId, url, expiresAt })
  const body = { url: null, expiresAt, mailed: post !== null }
  return { status: 201, body, uncachedBody: { url }, ...(post && { afterCommit: post }) }
}

const ConfirmedAmountBody = type({ amount: min(integer(), 1), currency: string() })

/** POST /paymentAttempts/ID/retry: 202 and a job with one row. */
export async function retryPayment(change: RequestContext): Promise<CallResult> {
  const { trx, caller } = change
  const { body } = change.request
  const id = parseRecordId(paymentAttempts, change.request)
  const record = await loadRecord(trx, limitToCaller(caller, paymentAttempts), id)
  if (!is(body, ConfirmedAmountBody)) throw badRequest(paymentMessages.confirmAmount)
  const orderId = Number(record['orderId'])
  const last = await findLastAttempt(trx, orderId)
  if (!last) throw invalidState('')
  await assertAttemptChangeAllowed(trx, 'retry', last)
  const { amount, currency } = body
  const { attempt } = last
  const input: RetryInput = { orderId, confirmed: { amount, currency, attempt } }
  const title = paymentMessages.retryOrderTitle(last.orderNumber)
  return startJob(change, {
    kind: retryPaymentsJob,
    title,
    rows: [{ targetId: id, label: last.orderNumber, input }],
  })
}

/**
 * POST /paymentAttempts/retries: 202 and a job with one row per order, once the operator confirmed
 * the amounts.
 */
export async function retryPaymentsByReason(change: RequestContext): Promise<CallResult> {
  const { reason } = readBodyValues(change, retryByReasonFields)
  const due = await findRetryablePayments(change, sql<boolean>`reason = ${reason}`)
  if (due.length === 0) throw invalidState(paymentMessages.nothingToRetry)
  const kinds = sumAmounts(due).map(({ currency, amount, payments }) => ({
    what: paymentMessages.charged(formatMoney(amount, currency)),
    count: payments.length,
    examples: payments.slice(0, 5).map(({ orderNumber }) => orderNumber),
  }))
  const ids = due.map(({ id }) => id)
  requireImpactConfirmation(
    change.request,
    { reason, ids },
    { reaches: due.length, own: 0, worse: kinds },
  )
  const label = retryByReasonFields.reason.options?.find(({ value }) => value === reason)?.label
  return startRetries(change, due, String(label))
}
