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

/**
 * Whether one of these refunds would be above what this operator can refund without approval, also
 * together with the others. Locks nothing: the refunds are checked again when they are made.
 */
export async function exceedsAnyRefundLimit(
  trx: Connection,
  refunds: readonly Omit<LimitedRefund, 'memberId'>[],
  { caller, now }: { caller: { id: number; email: string }; now: string },
): Promise<boolean> {
  const orderIds = [...new Set(refunds.map(({ orderId }) => orderId))]
  const getLimit = await loadRefundLimit(trx, caller)
  const related = await findAccountsSharingLimits(trx, [caller.id], now)
  const { rows: orders } = await sql<{ id: number; memberId: number | null }>`
    select id, member_id from orders where id = any(${orderIds}::int[])`.execute(trx)
  const members = new Map(orders.map(({ id, memberId }) => [id, memberId]))
  const memberIds = orders.flatMap(({ memberId }) => memberId ?? [])
  const { rows: earlier } = await sql<LimitedRefund & { isRecent: boolean }>`
    select order_id, member_id, amount::float8, currency,
      created_at > ${getApprovalWindowStart(now)} as is_recent
    from payment_refunds
    where entered_alone_by && ${related}::int[] and state <> 'failed'
      and (order_id = any(${orderIds}::int[])
        or member_id = any(${memberIds}::int[]) and created_at > ${getApprovalWindowStart(now)})`.execute(
    trx,
  )
  const planned = refunds.map((refund) => ({
    ...refund,
    memberId: members.get(refund.orderId) ?? null,
    isRecent: true,
  }))
  const totals = new Map<string, number>()
  const addTo = (key: string, amount: number) => totals.set(key, (totals.get(key) ?? 0) + amount)
  for (const { orderId, memberId, amount, currency, isRecent } of [...earlier, ...planned]) {
    addTo(`${currency}/order/${orderId}`, amount)
    if (memberId !== null && isRecent) addTo(`${currency}/member/${memberId}`, amount)
  }
  return planned.some(({ orderId, memberId, currency }) =>
    [`${currency}/order/${orderId}`, `${currency}/member/${memberId}`].some(
      (key) => (totals.get(key) ?? 0) > getLimit(currency),
    ),
  )
}

/** Loads the limit of this operator, which depends on the currency. Minor units. */
export async function loadRefundLimit(
  trx: Connection,
  caller: { id: number; email: string },
): Promise<(currency: string) => number> {
  const { refunds } = await getApprovalLimits(trx, caller)
  return (currency) => getApprovalLimit(currency, { points: 0, currency: refunds })
}
