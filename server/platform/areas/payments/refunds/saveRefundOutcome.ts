import { sql } from 'kysely'
import {
  isRefundChangeAllowed,
  isRefundOpen,
  refundChanges,
  refundOutcomes,
} from '#shared/areas/payments/refunds.ts'
import type { RefundOutcome, RefundState } from '#shared/areas/payments/refunds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockOrder } from '../attempts.ts'
import type { ChargeWriteContext } from '../charges/pendingCharges.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { findRefundRow, toRefundTarget } from './refundRows.ts'
import type { RefundOutcomeReport, RefundRow } from './refundRows.ts'

/**
 * Saves what a provider reports of a refund, no matter who learns it first. Returns whether that
 * changed its state: reports can arrive late, twice, and in any order. What an operator recorded
 * before gives way to the report.
 */
export async function saveRefundOutcome(
  trx: Connection,
  id: number,
  { state: outcome, reference, failure = undefined }: RefundOutcomeReport,
  { at, by, audit }: ChargeWriteContext,
): Promise<boolean> {
  const found = await findRefundRow(trx, id)
  if (!found) return false
  await lockOrder(trx, found.orderId)
  const refund = (await findRefundRow(trx, id)) ?? found
  const earlierState = reference === null ? null : await takeOverReport(trx, refund, reference)
  if (reference !== null)
    await sql`update payment_refunds set reference = coalesce(reference, ${reference}) where id = ${id}`.execute(
      trx,
    )
  const outcomes = [outcome, ...(earlierState === null ? [] : [earlierState])]
  let { state, isRecorded } = refund
  let isChanged = false
  for (const one of outcomes) {
    const change = refundOutcomes[one]
    if (!isRefundChangeAllowed(change, state, { ...refund, isRecorded })) continue
    state = refundChanges[change].to()
    isRecorded = false
    isChanged = true
  }
  if (!isChanged) return false
  await sql`update payment_refunds set state = ${state}, ended_at = ${isRefundOpen(state) ? null : at},
      failure = ${state === 'failed' ? (failure ?? null) : null}, recorded_by = null,
      recorded_reason = null, version = version + 1, updated_at = ${at}, updated_by = ${by}
    where id = ${id}`.execute(trx)
  await refreshOrderIssue(trx, refund.orderId)
  await audit({
    event: `paymentRefunds.${state}`,
    target: toRefundTarget(refund),
    before: { state: refund.state },
    after: { state, amount: refund.amount, currency: refund.currency },
    ...(failure !== undefined && { cause: failure }),
  })
  return true
}

/**
 * Deletes the report of the same refund that was added by an event before our request had its
 * answer, and returns its state. Otherwise the refund would count twice.
 */
async function takeOverReport(
  trx: Connection,
  { id, gateway }: RefundRow,
  reference: string,
): Promise<RefundOutcome | null> {
  const { rows } = await sql<{ state: RefundState }>`
    delete from payment_refunds
    where gateway = ${gateway} and reference = ${reference} and id <> ${id} and key is null
    returning state`.execute(trx)
  const state = rows[0]?.state
  return state === 'processing' || state === 'succeeded' || state === 'failed' ? state : null
}
