import { sql } from 'kysely'
import { formatMoney } from '#shared/format/money.ts'
import { getInitialRefundState } from '#shared/areas/payments/refunds.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { requireRecentFactor } from '#server/platform/core/auth/requireRecentFactor.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { raiseApprovalAlerts } from '#server/platform/areas/alerts/index.ts'
import { postEntries, storeUnitSql } from '#server/platform/areas/credits/index.ts'
import { lockOrder } from '../attempts.ts'
import { getRefundAlertSubject } from './refundAlerts.ts'
import { exceedsRefundLimit } from './refundLimit.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { loadPaidCharges, toRefundTarget } from './refundRows.ts'
import type { RefundRow } from './refundRows.ts'
import { paymentRefundMessages } from './messages.ts'

export type NewRefund = {
  orderId: number
  chargeId: number
  amount: number
  reason: string
  asCredits: boolean
  /** The failed refund that this one replaces. */
  retryOf?: number
}

/**
 * Saves a refund under a lock on its order, before its provider gets the request. Rejects with 422
 * what is above the rest of the charge. Above the operator's limit, it waits for a second operator.
 */
export async function createRefund(
  context: WriteContext,
  { orderId, chargeId, amount, reason, asCredits, retryOf }: NewRefund,
): Promise<{ id: number; state: RefundState }> {
  const { trx, caller, now, audit } = context
  await lockOrder(trx, orderId)
  const charge = (await loadPaidCharges(trx, [orderId])).find(({ id }) => id === chargeId)
  if (!charge) throw validationFailed({ chargeId: paymentRefundMessages.chooseCharge })
  const { storeId, gateway, currency, refundable } = charge
  if (amount > refundable)
    throw validationFailed({
      amount:
        refundable === 0
          ? paymentRefundMessages.nothingLeft
          : paymentRefundMessages.tooMuch(formatMoney(refundable, currency)),
    })
  const { memberId, unit } = await findCreditAccount(trx, orderId)
  if (asCredits && memberId === null)
    throw validationFailed({ asCredits: paymentRefundMessages.noMember })
  if (asCredits && unit !== currency)
    throw validationFailed({ asCredits: paymentRefundMessages.otherUnit(unit) })
  const needsApproval = await exceedsRefundLimit(
    trx,
    { orderId, memberId, amount, currency },
    { caller, now },
  )
  // A job has no session.
  if (needsApproval && 'tokenId' in caller) requireRecentFactor(caller, now)
  const state = getInitialRefundState({ needsApproval, asCredits })
  const { rows } = await sql<{ id: number }>`
    insert into payment_refunds (store_id, order_id, charge_id, member_id, amount, currency, gateway, reason, as_credits,
      state, retry_of, entered_alone_by, created_at, created_by, updated_at, updated_by)
    values (${storeId}, ${orderId}, ${chargeId}, ${memberId}, ${amount}, ${currency}, ${gateway}, ${reason}, ${asCredits},
      ${state}, ${retryOf ?? null}, ${needsApproval ? null : [caller.id]}::int[], ${now}, ${caller.email}, ${now}, ${caller.email})
    returning id`.execute(trx)
  const id = Number(rows[0]?.id)
  const key = `order-${orderId}-refund-${id}`
  await sql`update payment_refunds set key = ${key} where id = ${id}`.execute(trx)
  await refreshOrderIssue(trx, orderId)
  await audit({
    event: needsApproval ? 'paymentRefunds.waiting' : 'paymentRefunds.requested',
    target: toRefundTarget({ id, reason, storeId }),
    after: { amount, currency, reason, asCredits },
  })
  if (state === 'succeeded')
    await refundAsCredits(context, {
      id,
      key,
      storeId,
      memberId,
      amount,
      currency,
      reason,
      createdBy: caller.email,
    })
  if (needsApproval)
    await raiseApprovalAlerts({ trx, now }, [getRefundAlertSubject(storeId, caller.id)])
  return { id, state }
}

/** Finds who would get the credits of an order, and the unit in which the store counts them. */
export async function findCreditAccount(
  connection: Connection,
  orderId: number,
): Promise<{ memberId: number | null; unit: string }> {
  const { rows } = await sql<{ memberId: number | null; unit: string }>`
    select member_id, ${storeUnitSql} as unit from orders join stores on stores.id = store_id
    where orders.id = ${orderId}`.execute(connection)
  return rows[0] ?? { memberId: null, unit: '' }
}

type CreditedRefund = Pick<
  RefundRow,
  'id' | 'key' | 'storeId' | 'memberId' | 'amount' | 'currency' | 'reason' | 'createdBy'
>

/** Refunds as credits, in the same transaction. */
export async function refundAsCredits(
  { trx, now, audit }: WriteContext,
  { id, key, storeId, memberId, amount, currency, reason, createdBy }: CreditedRefund,
): Promise<void> {
  if (memberId === null) throw validationFailed({ asCredits: paymentRefundMessages.noMember })
  const entry = {
    storeId,
    memberId,
    type: 'issue' as const,
    amount,
    unit: currency,
    reason,
    issuedBy: createdBy,
    reference: key,
  }
  const entryId = (await postEntries(trx, now, [entry])).get(entry) ?? null
  await sql`update payment_refunds set state = 'succeeded', ended_at = ${now}, entry_id = ${entryId}
    where id = ${id}`.execute(trx)
  await audit({
    event: 'paymentRefunds.credited',
    target: toRefundTarget({ id, reason, storeId }),
    after: { amount, currency },
  })
}
