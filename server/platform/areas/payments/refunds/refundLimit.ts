import { sql } from 'kysely'
import { getApprovalLimit } from '#shared/areas/credits/approval.ts'
import { findAccountsSharingLimits } from '#server/platform/core/approval/relatedAccounts.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getApprovalLimits, getApprovalWindowStart } from '#server/platform/areas/credits/index.ts'

type LimitedRefund = { orderId: number; memberId: number | null; amount: number; currency: string }

/**
 * Whether a refund is above what this operator can refund without approval: all of it on one order,
 * and for one member in 24 hours. Refunds of related accounts count too. Makes other refunds for the
 * member wait until the transaction ends, so that two at once can't both stay below the limit.
 */
export async function exceedsRefundLimit(
  trx: Connection,
  { orderId, memberId, amount, currency }: LimitedRefund,
  { caller, now }: { caller: { id: number; email: string }; now: string },
): Promise<boolean> {
  if (memberId !== null)
    await sql`select pg_advisory_xact_lock(hashtext(${`refunds ${memberId}`}))`.execute(trx)
  const getLimit = await loadRefundLimit(trx, caller)
  const related = await findAccountsSharingLimits(trx, [caller.id], now)
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(amount), 0)::float8 as used from payment_refunds
    where currency = ${currency} and entered_alone_by && ${related}::int[] and state <> 'failed'
      and (order_id = ${orderId} or member_id = ${memberId} and created_at > ${getApprovalWindowStart(now)})`.execute(
    trx,
  )
  return (rows[0]?.used ?? 0) + amount > getLimit(currency)
}

/** Loads the limit of this operator, which depends on the currency. Minor units. */
export async function loadRefundLimit(
  trx: Connection,
  caller: { id: number; email: string },
): Promise<(currency: string) => number> {
  const { refunds } = await getApprovalLimits(trx, caller)
  return (currency) => getApprovalLimit(currency, { points: 0, currency: refunds })
}
