import { sql } from 'kysely'
import { toDay } from '#shared/format/dates.ts'
import { getNextRetry, getStateAfterFailure } from '#shared/areas/payments/attempts.ts'
import type { AttemptState, FailureReason, RetryOption } from '#shared/areas/payments/attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findAttemptByReference, findLastAttemptNumber, matchOrderAttempts } from './attemptKeys.ts'
import { findRetryRules } from './retryRules.ts'
import { classifyDecline } from './charges/classifyDecline.ts'
import type { PaymentFailure } from './providers/paymentFailure.ts'

/** The last attempt to pay an order. */
export type LastAttempt = {
  id: number
  storeId: number
  orderId: number
  orderNumber: string
  gateway: Gateway
  amount: number
  currency: string
  attempt: number
  attemptedAt: string
  reason: FailureReason
  retryable: RetryOption
  status: AttemptState
  cardBrand: string | null
  cardLast4: string | null
  reference: string | null
  unclear: boolean
  nextRetryAt: string | null
  processingSince: string | null
  closedReason: string | null
  ownerId: number | null
}

type LockedOrder = { id: number; storeId: number; placedAt: string; amount: number; status: string }

/** Locks an order until the transaction ends. Every change to its payment takes this lock first. */
export async function lockOrder(trx: Connection, id: number): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select id, store_id, placed_at, amount, status from orders where id = ${id} for update`.execute(
    trx,
  )
  return rows[0]
}

/** Locks the orders of these attempts. Sorts by ID so that two calls can't deadlock. */
export const lockAttemptOrders = (
  trx: Connection,
  attemptIds: readonly number[],
): Promise<unknown> =>
  sql`select id from orders
    where id in (select order_id from payment_attempt_keys where id = any(${attemptIds}::int[]))
    order by id for update`.execute(trx)

export async function findLastAttempt(
  connection: Connection,
  orderId: number,
): Promise<LastAttempt | undefined> {
  const { rows } = await sql<LastAttempt>`
    select id, store_id, order_id, order_number, gateway, amount, currency, attempt, attempted_at, reason, retryable,
      status, card_brand, card_last4, reference, unclear, next_retry_at, processing_since, closed_reason, owner_id
    from payment_attempts where ${await matchOrderAttempts(connection, orderId)}
    order by attempt desc, id desc limit 1`.execute(connection)
  return rows[0]
}

/**
 * Records a failed payment in the caller's transaction: the reason, and whether it is charged again
 * automatically. Returns the attempt's ID, or null if there is no such order. An order that has
 * been paid since stays paid.
 */
export async function recordAttempt(
  trx: Connection,
  failure: PaymentFailure,
): Promise<number | null> {
  const { orderId, gateway, amount, currency, at, decline, card, reference = null } = failure
  const order = await lockOrder(trx, orderId)
  if (!order) return null
  const existingId =
    reference === null ? undefined : await findAttemptByReference(trx, gateway, [reference])
  if (existingId !== undefined) return existingId
  const last = await findLastAttempt(trx, orderId)
  const { reason, retryable, actor } = classifyDecline(gateway, decline)
  const { unclear = false } = last ?? {}
  const attempt = (await findLastAttemptNumber(trx, orderId)) + 1
  const facts = { reason, retryable, attempt, unclear }
  const isPaid = last?.status === 'recovered'
  const processingSince = await findProcessingStart(trx, orderId)
  const lastingStatus = last && getLastingStatus(last, processingSince)
  const next = lastingStatus
    ? null
    : getNextRetry(facts, at, (await findRetryRules(trx, order.storeId, gateway)).rules)
  const status = lastingStatus ?? getStateAfterFailure(facts, next)
  const { brand = last?.cardBrand ?? null, last4 = last?.cardLast4 ?? null } = card ?? {}
  const { rows } = await sql<{ id: number }>`
    insert into payment_attempts (store_id, order_id, attempted_at, amount, currency, gateway, card_brand,
      card_last4, attempt, reason, raw_code, retryable, actor, status, recovered_at, reference, owner_id, unclear,
      created_at, updated_at)
    values (${order.storeId}, ${orderId}, ${at}, ${amount}, ${currency}, ${gateway}, ${brand}, ${last4},
      ${attempt}, ${reason}, ${decline.code.slice(0, 80)}, ${retryable}, ${actor}, ${status},
      ${isPaid ? at : null}, ${reference},
      ${last?.ownerId ?? null}, ${!isPaid && unclear}, ${at}, ${at})
    returning id`.execute(trx)
  if (!isPaid)
    await setOrderPaymentStatus(
      trx,
      orderId,
      {
        status,
        nextRetryAt: next,
        processingSince: status === 'processing' ? processingSince : null,
        closedReason: last?.closedReason ?? null,
      },
      { at, by: 'platform' },
    )
  await addDailyPaymentCounts(trx, order.storeId, at, {
    paymentsFailed: 1,
    paymentsRecovered: isPaid ? 1 : 0,
  })
  return Number(rows[0]?.id)
}

/**
 * Returns the status if another failure doesn't change it: paid, closed by an operator or a
 * deadline, or still being processed.
 */
function getLastingStatus(
  { status }: LastAttempt,
  processingSince: string | null,
): AttemptState | undefined {
  if (status === 'recovered' || status === 'dismissed' || status === 'abandoned') return status
  return processingSince === null ? undefined : 'processing'
}

/** Returns since when a provider has been processing a payment for this order; null if none is. */
export async function findProcessingStart(
  trx: Connection,
  orderId: number,
): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(processing_since) as since from payment_charges
    where order_id = ${orderId} and state = 'processing'`.execute(trx)
  return rows[0]?.since ?? null
}

/**
 * Records that a failed order was paid after all, in any way. Reported twice, it counts once. The
 * failed payments may be deleted.
 */
export async function recordRecoveredPayment(
  trx: Connection,
  { orderId, at, by = 'platform' }: { orderId: number; at: string; by?: string },
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  if (!order || (await findLastAttemptNumber(trx, orderId)) === 0) return
  const last = await findLastAttempt(trx, orderId)
  const isOrderPaid = order.status === 'paid' || order.status === 'fulfilled'
  if (last ? last.status === 'recovered' : isOrderPaid) return
  const attemptCount = await setOrderPaymentStatus(
    trx,
    orderId,
    { status: 'recovered', recoveredAt: at },
    { at, by },
  )
  await deletePaymentLinks(trx, orderId)
  await addDailyPaymentCounts(trx, order.storeId, at, { paymentsRecovered: attemptCount })
  if (isOrderPaid) return
  await sql`update orders set status = 'paid' where id = ${orderId}`.execute(trx)
  await addDailyPaymentCounts(trx, order.storeId, order.placedAt, { revenue: order.amount })
}

/** Deletes the payment links of an order: with a link, the member could pay a second time. */
export const deletePaymentLinks = (trx: Connection, orderId: number): Promise<unknown> =>
  sql`delete from pay_links where order_id = ${orderId}`.execute(trx)

type AttemptStatusChange = {
  status: AttemptState
  nextRetryAt?: string | null
  recoveredAt?: string | null
  processingSince?: string | null
  closedReason?: string | null
}

/**
 * Sets the status of an order and of all its attempts. Returns how many attempts changed. Fields
 * that are left out are cleared.
 */
export async function setOrderPaymentStatus(
  trx: Connection,
  orderId: number,
  {
    status,
    nextRetryAt = null,
    recoveredAt = null,
    processingSince = null,
    closedReason = null,
  }: AttemptStatusChange,
  { at, by }: { at: string; by: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update payment_attempts set status = ${status}, next_retry_at = ${nextRetryAt},
      recovered_at = ${recoveredAt}, processing_since = ${processingSince}, closed_reason = ${closedReason}, unclear = unclear and ${status} <> 'recovered',
      version = version + 1, updated_at = ${at}, updated_by = ${by}
    where ${await matchOrderAttempts(trx, orderId)}`.execute(trx)
  const orderStatus = orderStatusByAttemptState[status]
  if (orderStatus)
    await sql`update orders set status = ${orderStatus}
      where id = ${orderId} and status in ('unpaid', 'cancelled')`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

const orderStatusByAttemptState: Partial<Record<AttemptState, string>> = {
  open: 'unpaid',
  scheduled: 'unpaid',
  waiting: 'unpaid',
  processing: 'unpaid',
  abandoned: 'cancelled',
  dismissed: 'cancelled',
}

type DailyPaymentCounts = { paymentsFailed?: number; paymentsRecovered?: number; revenue?: number }

async function addDailyPaymentCounts(
  trx: Connection,
  storeId: number,
  at: string,
  counts: DailyPaymentCounts,
): Promise<void> {
  const { paymentsFailed = 0, paymentsRecovered = 0, revenue = 0 } = counts
  await sql`insert into store_days (store_id, day, payments_failed, payments_recovered, revenue)
    values (${storeId}, ${toDay(new Date(at))}, ${paymentsFailed}, ${paymentsRecovered}, ${revenue})
    on conflict (store_id, day) do update set
      payments_failed = store_days.payments_failed + excluded.payments_failed,
      payments_recovered = store_days.payments_recovered + excluded.payments_recovered,
      revenue = store_days.revenue + excluded.revenue`.execute(trx)
}
