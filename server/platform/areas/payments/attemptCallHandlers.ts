import { sql } from 'kysely'
import { integer, min, string, type } from 'superstruct'
import { retryByReasonFields } from '#shared/areas/payments/retryableAttempts.ts'
import { attemptFields, maxRetryDelayMs } from '#shared/areas/payments/attempts.ts'
import type { AttemptChange } from '#shared/areas/payments/attempts.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { formatMoney } from '#shared/format/money.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { readOwnerId } from '../users/index.ts'
import { matchOrderAttempts } from './attemptKeys.ts'
import { lockOrder, findLastAttempt, setOrderPaymentStatus } from './attempts.ts'
import type { LastAttempt } from './attempts.ts'
import { assertAttemptChangeAllowed } from './charges/chargeOrder.ts'
import { enqueuePaymentLinkEmail } from './paymentLinkEmail.ts'
import { paymentMessages } from './messages.ts'
import { createPaymentLink } from './paymentLinks.ts'
import {
  findRetryablePayments,
  startPaymentRetryJob,
  sumPaymentsByCurrency,
} from './duePayments.ts'
import { retryPaymentsJob } from './retryJob.ts'
import type { RetryInput } from './retryJob.ts'

type LockedAttempt = { record: AnyRecord; last: LastAttempt }

/**
 * Locks the requested attempt and returns it with the last one of its order. Changes apply to the
 * whole order.
 */
export async function lockRequestedAttempt(
  context: RequestContext,
  requiredChange: AttemptChange | null,
): Promise<LockedAttempt> {
  const { trx, caller } = context
  const resource = limitToCaller(caller, paymentAttempts)
  const id = parseRecordId(paymentAttempts, context.request)
  const orderId = Number((await loadRecord(trx, resource, id))['orderId'])
  await lockOrder(trx, orderId)
  const record = await lockRecord(trx, resource, id, requireVersion(context.request))
  const last = await findLastAttempt(trx, orderId)
  if (!last) throw invalidState('')
  if (requiredChange) await assertAttemptChangeAllowed(trx, requiredChange, last)
  return { record, last }
}

export const readBodyValues = (context: RequestContext, fields: Fields) =>
  parseValues({ fields }, context.request.body, 'all')

/** Logs the change and returns the updated attempt. */
export async function auditAttemptChange(
  { trx, caller, audit }: RequestContext,
  { record }: LockedAttempt,
  event: string,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<CallResult> {
  const target = toAuditTarget(paymentAttempts, record)
  await audit({ event: `paymentAttempts.${event}`, target, ...changes })
  const body = await loadRecord(trx, limitToCaller(caller, paymentAttempts), record.id)
  return { status: 200, body, version: body.version }
}

/** POST /paymentAttempts/ID/schedule */
export async function handleSchedulePaymentRetry(context: RequestContext): Promise<CallResult> {
  const attempt = await lockRequestedAttempt(context, 'schedule')
  const { at } = readBodyValues(context, { at: attemptFields.at })
  const ms = Date.parse(String(at)) - Date.parse(context.now)
  if (ms <= 0) throw validationFailed({ at: paymentMessages.past })
  if (ms > maxRetryDelayMs) throw validationFailed({ at: paymentMessages.tooLate })
  const { orderId } = attempt.last
  await setOrderPaymentStatus(
    context.trx,
    orderId,
    { status: 'scheduled', nextRetryAt: String(at) },
    { at: context.now, by: context.caller.email },
  )
  return auditAttemptChange(context, attempt, 'scheduled', { after: { nextRetryAt: at } })
}

/** POST /paymentAttempts/ID/dismissal */
export async function handleDismissPayment(context: RequestContext): Promise<CallResult> {
  const attempt = await lockRequestedAttempt(context, 'dismiss')
  const { reason } = readBodyValues(context, { reason: attemptFields.reason })
  await setOrderPaymentStatus(
    context.trx,
    attempt.last.orderId,
    { status: 'dismissed', closedReason: String(reason) },
    { at: context.now, by: context.caller.email },
  )
  return auditAttemptChange(context, attempt, 'dismissed', { after: { closedReason: reason } })
}

/** DELETE /paymentAttempts/ID/dismissal */
export async function handleReopenPayment(context: RequestContext): Promise<CallResult> {
  const attempt = await lockRequestedAttempt(context, 'reopen')
  const { now: at, caller } = context
  await setOrderPaymentStatus(
    context.trx,
    attempt.last.orderId,
    { status: 'open' },
    { at, by: caller.email },
  )
  return auditAttemptChange(context, attempt, 'reopened')
}

/** PUT /paymentAttempts/ID/owner: assigns all attempts of the order. */
export async function handleAssignPaymentOwner(context: RequestContext): Promise<CallResult> {
  const { trx, now, caller } = context
  const attempt = await lockRequestedAttempt(context, null)
  const ownerId = await readOwnerId(context)
  await sql`update payment_attempts set owner_id = ${ownerId}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where ${await matchOrderAttempts(trx, attempt.last.orderId)}`.execute(
    trx,
  )
  return auditAttemptChange(context, attempt, 'assigned', {
    before: { ownerId: attempt.record['ownerId'] },
    after: { ownerId },
  })
}

/**
 * POST /paymentAttempts/ID/link: the link is returned only once, because only its hash is saved.
 */
export async function handleSendPaymentLink(context: RequestContext): Promise<CallResult> {
  const attempt = await lockRequestedAttempt(context, 'link')
  const { url, expiresAt } = await createPaymentLink(context, attempt.last)
  await auditAttemptChange(context, attempt, 'linked', { after: { until: expiresAt } })
  const wakeQueue = await enqueuePaymentLinkEmail(context, {
    orderId: attempt.last.orderId,
    url,
    expiresAt,
  })
  const body = { url: null, expiresAt, mailed: wakeQueue !== null }
  return { status: 201, body, uncachedBody: { url }, ...(wakeQueue && { afterCommit: wakeQueue }) }
}

const ConfirmedAmountBody = type({ amount: min(integer(), 1), currency: string() })

/** POST /paymentAttempts/ID/retry: 202 and a job with one row. */
export async function handleRetryPayment(context: RequestContext): Promise<CallResult> {
  const { trx, caller } = context
  const { body } = context.request
  const id = parseRecordId(paymentAttempts, context.request)
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
  return startJob(context, {
    kind: retryPaymentsJob,
    title,
    rows: [{ targetId: id, label: last.orderNumber, input }],
  })
}

/**
 * POST /paymentAttempts/retries: 202 and a job with one row per order, once the operator confirmed
 * the amounts.
 */
export async function handleRetryPaymentsByReason(context: RequestContext): Promise<CallResult> {
  const { reason } = readBodyValues(context, retryByReasonFields)
  const due = await findRetryablePayments(context, sql<boolean>`reason = ${reason}`)
  if (due.length === 0) throw invalidState(paymentMessages.nothingToRetry)
  const charges = sumPaymentsByCurrency(due).map(({ currency, amount, payments }) => ({
    what: paymentMessages.charged(formatMoney(amount, currency)),
    count: payments.length,
    examples: payments.slice(0, 5).map(({ orderNumber }) => orderNumber),
  }))
  const ids = due.map(({ id }) => id)
  requireImpactConfirmation(
    context.request,
    { reason, ids },
    { reaches: due.length, own: 0, worse: charges },
  )
  const label = retryByReasonFields.reason.options?.find(({ value }) => value === reason)?.label
  const title = paymentMessages.retryByReasonTitle(due.length, String(label))
  return startPaymentRetryJob(context, due, title)
}
