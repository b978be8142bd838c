import { sql } from 'kysely'
import type { DecisionName } from '#shared/engine/approval.ts'
import { approvalMessages } from '#shared/engine/messages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { decisionFields } from '#shared/engine/approvalCalls.ts'
import { refundFields } from '#shared/areas/payments/refundCalls.ts'
import { isRefundRetryable, refundChanges, refundStates } from '#shared/areas/payments/refunds.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import { summarizeApprovers } from '#server/platform/core/approval/approvers.ts'
import { assertCanDecide } from '#server/platform/core/approval/assertCanDecide.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, PerformWrite, RequestContext } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord, lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshApprovalAlerts } from '#server/platform/areas/alerts/index.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { lockOrder } from '../attempts.ts'
import { createRefund, findCreditAccount, refundAsCredits } from './createRefund.ts'
import { findRefundRow, loadPaidCharges, toRefundTarget } from './refundRows.ts'
import type { RefundRow } from './refundRows.ts'
import { sendRefund } from './sendRefund.ts'
import { paymentRefundMessages } from './messages.ts'

export type ExternalWriteArguments = [
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
]

/** GET /orders/ID/refundableCharges */
export async function handleLoadRefundableCharges(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const order = await loadRecord(db, limitToCaller(caller, orders), parseRecordId(orders, request))
  const charges = await loadPaidCharges(db, [order.id])
  const { memberId, unit } = await findCreditAccount(db, order.id)
  const data = charges.map(({ id, gateway, amount, currency, refundable, endedAt, reference }) => ({
    chargeId: id,
    gateway,
    amount,
    currency,
    refundable,
    paidAt: endedAt,
    reference,
  }))
  return {
    status: 200,
    body: { data, canGiveCredits: memberId !== null && unit === order['currency'] },
  }
}

/** POST /orders/ID/refunds */
export async function handleRequestRefund(
  ...[, platform, caller, perform]: ExternalWriteArguments
): Promise<CallResult> {
  const result = await perform(async (context) => {
    const { trx, request } = context
    const resource = limitToCaller(caller, orders)
    const order = await loadRecord(trx, resource, parseRecordId(orders, request))
    const values = parseValues({ fields: refundFields }, request.body, 'all')
    const { id } = await createRefund(context, {
      orderId: order.id,
      chargeId: Number(values['chargeId']),
      amount: Number(values['amount']),
      reason: String(values['reason']),
      asCredits: values['asCredits'] === true,
    })
    return buildRefundResult(context, id, 201)
  })
  return sendAndReload(platform, caller, result)
}

/** POST /paymentRefunds/ID/retry: another refund with the same amount and reason. */
export async function handleRetryRefund(
  ...[, platform, caller, perform]: ExternalWriteArguments
): Promise<CallResult> {
  const result = await perform(async (context) => {
    const { trx, request } = context
    const refund = await lockRefund(trx, caller, parseRecordId(paymentRefunds, request))
    if (!isRefundRetryable(refund.state)) throw invalidState(paymentRefundMessages.notFailed)
    const { rows } = await sql`select from payment_refunds where retry_of = ${refund.id}`.execute(
      trx,
    )
    if (rows.length > 0) throw invalidState(paymentRefundMessages.retriedBefore)
    const { orderId, chargeId, amount, reason, asCredits, id: retryOf } = refund
    const { id } = await createRefund(context, {
      orderId,
      chargeId,
      amount,
      reason,
      asCredits,
      retryOf,
    })
    return buildRefundResult(context, id, 201)
  })
  return sendAndReload(platform, caller, result)
}

/** POST /paymentRefunds/ID/decision */
export async function handleDecideRefund(
  ...[, platform, caller, perform]: ExternalWriteArguments
): Promise<CallResult> {
  const result = await perform((context) => decideRefund(context))
  return sendAndReload(platform, caller, result)
}

async function decideRefund(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit, request } = context
  const version = requireVersion(request)
  const values = parseValues({ fields: decisionFields }, request.body, 'all')
  const decision = values['decision'] as DecisionName // One of the options of its field.
  const reason = values['reason'] as string | null // The field was validated.
  const id = parseRecordId(paymentRefunds, request)
  const refund = await lockRefund(trx, caller, id)
  const record = await lockRecord(trx, limitToCaller(caller, paymentRefunds), id, version)
  if (refund.state !== 'waiting')
    throw invalidState(approvalMessages.noLongerWaiting(refundStates[refund.state]))
  await assertCanDecide(trx, record, { caller, decision, reason })
  if (decision === 'approve') await assertWithinCharge(trx, refund)
  const state: RefundState = refundChanges[decision].to(refund)
  await sql`update payment_refunds set state = ${state}, decided_by = ${caller.email}, decided_at = ${now},
      decision_reason = ${reason}, ended_at = ${state === 'requested' ? null : now},
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${id}`.execute(trx)
  await refreshOrderIssue(trx, refund.orderId)
  await audit({
    event: `paymentRefunds.${decision === 'approve' ? 'approved' : state}`,
    target: toRefundTarget(refund),
    before: { state: refund.state },
    after: { state, decisionReason: reason },
  })
  if (state === 'succeeded') await refundAsCredits(context, refund)
  await refreshApprovalAlerts(trx, now)
  return buildRefundResult(context, id, 200)
}

/** Rejects a waiting refund whose charge was refunded elsewhere in the meantime. */
async function assertWithinCharge(
  trx: Connection,
  { orderId, chargeId, amount, currency }: RefundRow,
): Promise<void> {
  const { rows } = await sql<{ left: number }>`
    select (charge.amount - coalesce(sum(refund.amount)
      filter (where refund.state not in ('failed', 'rejected', 'withdrawn')), 0))::float8 as left
    from payment_charges as charge join payment_refunds as refund on refund.charge_id = charge.id
    where charge.id = ${chargeId} and charge.order_id = ${orderId} group by charge.id`.execute(trx)
  const left = rows[0]?.left ?? 0 // Below zero if the refunds exceed the charge.
  if (left < 0)
    throw invalidState(
      paymentRefundMessages.exceedsCharge(formatMoney(Math.max(0, amount + left), currency)),
    )
}

/** Locks the order of a refund in the caller's stores, and loads the refund. */
export async function lockRefund(trx: Connection, caller: Caller, id: number): Promise<RefundRow> {
  const { orderId } = await loadRecord(trx, limitToCaller(caller, paymentRefunds), id)
  await lockOrder(trx, Number(orderId))
  const refund = await findRefundRow(trx, id)
  if (!refund) throw new Error(`Refund ${id} disappeared`)
  return refund
}

export async function buildRefundResult(
  { trx, caller }: RequestContext,
  id: number,
  status: 200 | 201,
): Promise<CallResult> {
  const body = await loadRecord(trx, limitToCaller(caller, paymentRefunds), id)
  return { status, body, version: body.version }
}

/**
 * Asks the provider for a refund that is due, and returns the refund as it is then. Without an
 * answer, a chore asks again with the same key.
 */
export async function sendAndReload(
  platform: Platform,
  caller: Caller,
  { status, body }: CallResult,
): Promise<CallResult> {
  const { id } = body as { id: number } // `buildRefundResult` returned a record.
  await sendRefund(platform, id).catch((err: unknown) =>
    platform.log.warn({ err, refundId: id }, "The payment provider didn't respond to a refund"),
  )
  const record = await loadRecord(platform.db, limitToCaller(caller, paymentRefunds), id)
  return { status, body: record, version: record.version }
}

/** GET /paymentRefunds/ID/approvers: the operators who can approve; none once it's decided. */
export async function handleListRefundApprovers(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const resource = limitToCaller(caller, paymentRefunds)
  const refund = await loadRecord(db, resource, parseRecordId(paymentRefunds, request))
  if (refund['state'] !== 'waiting') return { status: 200, body: { total: 0, names: [] } }
  const body = await summarizeApprovers(db, paymentRefunds.permission, {
    askerId: refund['askerId'],
    storeId: Number(refund['storeId']),
    at: refund.createdAt,
  })
  return { status: 200, body }
}
