import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { platformActor } from '#shared/engine/actors.ts'
import { abandonAfterMs, isChangeAllowed } from '#shared/areas/payments/attempts.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { lockOrder, findLastAttempt, setOrderPaymentStatus } from '../attempts.ts'
import type { LastAttempt } from '../attempts.ts'
import { requestCharge, prepareOrderCharge, RetryNotDue } from './chargeOrder.ts'
import { saveChargeResult } from './saveChargeResult.ts'

/**
 * After this time without an outcome, the process that sent a charge counts as lost. Milliseconds.
 */
const lostAfterMs = 2 * 60_000
/** How many orders are charged at once. Each is locked on its own. */
const maxConcurrentCharges = 10

/**
 * Completes charges without a known outcome, makes retries that are due, and abandons old payments,
 * up to a number of orders each. Lost charges that were checked longest ago come first, so a
 * provider that doesn't answer can't block the others.
 */
export async function retryPendingCharges(platform: Platform, maxOrders = 500): Promise<void> {
  const at = platform.now().getTime()
  const lostOrderIds = await findOrderIds(
    platform,
    sql`update payment_charges set looked_at = ${toIsoTime(at)} where id in (
        select id from payment_charges where state = 'asked' and coalesce(asked_at, started_at) < ${toIsoTime(at - lostAfterMs)}
        order by coalesce(looked_at, asked_at, started_at), id limit ${maxOrders})
      returning order_id as id`,
  )
  const dueOrderIds = await findOrderIds(
    platform,
    sql`select order_id as id from payment_attempts as attempt
      where status = 'scheduled' and next_retry_at <= ${toIsoTime(at)} and not exists (
        select from payment_charges as charge where charge.order_id = attempt.order_id and state in ('asked', 'processing'))
      group by order_id order by min(next_retry_at), order_id limit ${maxOrders}`,
  )
  await mapConcurrently(maxConcurrentCharges, new Set([...lostOrderIds, ...dueOrderIds]), (id) =>
    retryCharge(platform, id).catch((err: unknown) =>
      platform.log.warn({ err, orderId: id }, "An order's charge couldn't be completed or retried"),
    ),
  )
  await abandonOldPayments(platform, toIsoTime(at - abandonAfterMs), maxOrders)
}

const toIsoTime = (ms: number) => new Date(ms).toISOString()

async function findOrderIds({ db }: Platform, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await query.execute(db)
  return (rows as { id: number }[]).map(({ id }) => id)
}

async function retryCharge(platform: Platform, orderId: number): Promise<void> {
  try {
    const startedCharge = await prepareOrderCharge(platform, orderId, {
      by: platformActor,
      confirmed: null,
      isDue: true,
    })
    const result = await requestCharge(platform, startedCharge)
    await runChargeTransactionAsPlatform(platform, (trx, context) =>
      saveChargeResult(trx, startedCharge, result, context),
    )
  } catch (error) {
    if (error instanceof RetryNotDue) return
    if (!(error instanceof HttpError))
      return platform.log.warn(
        { err: error, orderId },
        "The payment provider didn't respond to a charge",
      )
    await runChargeTransactionAsPlatform(platform, (trx, context) =>
      reopenMissedRetry(trx, orderId, { ...context, cause: error.problem.detail }),
    )
  }
}

export type ChargeWriteContext = { at: string; by: string; audit: ReturnType<typeof createAuditor> }

export const runChargeTransactionAsPlatform = (
  platform: Platform,
  write: (trx: Connection, kept: ChargeWriteContext) => Promise<void>,
): Promise<void> =>
  runInTransaction(platform, (trx, now) => {
    const at = now.toISOString()
    return write(trx, {
      at,
      by: platformActor,
      audit: createAuditor(trx, {
        asked: { id: 'retries', ip: '' },
        now: at,
        actor: platformActor,
      }),
    })
  })

/** Reopens a payment whose retry couldn't be made, and leaves it to an operator. */
async function reopenMissedRetry(
  trx: Connection,
  orderId: number,
  { at, audit, cause }: ChargeWriteContext & { cause: string },
) {
  await lockOrder(trx, orderId)
  const last = await findLastAttempt(trx, orderId)
  if (last?.status !== 'scheduled') return
  await setOrderPaymentStatus(trx, orderId, { status: 'open' }, { at, by: platformActor })
  await audit({
    event: 'paymentAttempts.retryMissed',
    target: toAttemptTarget(last),
    cause,
  })
}

/**
 * Abandons payments that haven't changed for too long. A failure with one doesn't stop the others.
 */
async function abandonOldPayments(
  platform: Platform,
  since: string,
  maxOrders: number,
): Promise<void> {
  const oldOrderIds = await findOrderIds(
    platform,
    sql`${buildUnchangedOrdersQuery(
      since,
      sql`select order_id from payment_attempts
        where status in ('open', 'scheduled', 'waiting') and updated_at < ${since} and not unclear`,
    )} order by order_id limit ${maxOrders}`,
  )
  for (const id of oldOrderIds)
    await runChargeTransactionAsPlatform(platform, (trx, context) =>
      abandonPayment(trx, id, { ...context, since }),
    ).catch((err: unknown) =>
      platform.log.warn({ err, orderId: id }, "An order's payment couldn't be abandoned"),
    )
}

/**
 * Selects those of the orders that are unpaid and unchanged. Excludes orders with a later retry, a
 * charge in progress, or an unknown outcome.
 */
const buildUnchangedOrdersQuery = (since: string, orders: RawBuilder<unknown>) =>
  sql`select order_id as id from payment_attempts
    where status in ('open', 'scheduled', 'waiting') and order_id in (${orders})
    group by order_id having max(attempted_at) < ${since} and max(updated_at) < ${since}
      and coalesce(max(next_retry_at), '-infinity') < ${since} and not bool_or(unclear)
      and not exists (select from payment_charges
        where payment_charges.order_id = payment_attempts.order_id and state in ('asked', 'processing'))`

/** Abandons a payment unless it changed since the query: another process may have held the lock. */
async function abandonPayment(
  trx: Connection,
  id: number,
  { since, at, audit }: ChargeWriteContext & { since: string },
): Promise<void> {
  await lockOrder(trx, id)
  const last = await findLastAttempt(trx, id)
  if (!last || !isChangeAllowed('abandon', last.status, last)) return
  const { rows } = await buildUnchangedOrdersQuery(since, sql`${id}::int`).execute(trx)
  if (rows.length === 0) return
  await setOrderPaymentStatus(trx, id, { status: 'abandoned' }, { at, by: platformActor })
  await audit({ event: 'paymentAttempts.abandoned', target: toAttemptTarget(last) })
}

const toAttemptTarget = ({ id, orderNumber, storeId }: LastAttempt) => ({
  type: 'paymentAttempts',
  id,
  label: orderNumber,
  storeId,
})
