import { sql } from 'kysely'
import {
  isRefundChangeAllowed,
  refundChanges,
  refundOutcomes,
} from '#shared/areas/payments/refunds.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockOrder } from '../attempts.ts'
import type { ChargeWriteContext } from '../charges/pendingCharges.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { findRefundRow, toRefundTarget } from './refundRows.ts'
import type { RefundOutcomeReport, RefundRow } from './refundRows.ts'

/**
 * Saves what a provider reports of a refund, no matter who learns it first. Returns whether that
 * changed its state: reports can arrive late, twice, and in any order.
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
  let { state } = refund
  for (const one of outcomes) {
    const change = refundOutcomes[one]
    if (isRefundChangeAllowed(change, state, refund)) state = refundChanges[change].to()
  }
  if (state === refund.state) return false
  const isEnded = state !== 'processing'
  await sql`update payment_refunds set state = ${state}, ended_at = ${isEnded ? at : null},
      failure = ${state === 'failed' ? (failure ?? null) : null}, version = version + 1,
      updated_at = ${at}, updated_by = ${by}
    where id = ${id}`.execute(trx)
  await refreshOrderIssue(trx, refund.orderId)
  await audit({
    event: `paymentRefunds.${state}`,
    target: toRefundTarget(refund),
    before: { state: refund.state },
    after: { state, amount: refund.amount, currency: refund.currency },
    ...(state === 'failed' && failure !== undefined && { cause: failure }),
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
): Promise<keyof typeof refundOutcomes | null> {
  const { rows } = await sql<{ state: RefundState }>`
    delete from payment_refunds
    where gateway = ${gateway} and reference = ${reference} and id <> ${id} and key is null
    returning state`.execute(trx)
  const state = rows[0]?.state
  return state === 'processing' || state === 'succeeded' || state === 'failed' ? state : null
}
