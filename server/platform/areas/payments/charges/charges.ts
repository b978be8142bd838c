import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { settledAfter, takes } from '#shared/areas/payments/attempts.ts'
import { auditor } from '#server/platform/core/audit/audit.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import { someAtOnce } from '#server/platform/core/jobs/someAtOnce.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runSettled } from '#server/platform/areas/stores/settleStores.ts'
import { holdOrder, lastAttempt, moveAttempts } from '../attempts.ts'
import type { LastAttempt } from '../attempts.ts'
import { askProvider, beginCharge, RetryNotDue } from './charging.ts'
import { endCharge } from './endCharge.ts'

const by = 'platform'
/** A charge that has no outcome after this has lost whoever asked for it. */
const lostAfterMs = 2 * 60_000
/** How many orders are asked for at once: each is held by itself. */
const atOnce = 10

/**
 * Charges that nobody heard the end of, retries that are due, and payments that nobody recovers any more. A provider that does not
 * answer takes no other's place: first comes what was not looked at for longest. `inOneGo` orders at most of each.
 */
export async function keepCharges(platform: Platform, inOneGo = 500): Promise<void> {
  const at = platform.now().getTime()
  const lost = await ordersOf(
    platform,
    sql`update payment_charges set looked_at = ${instant(at)} where id in (
        select id from payment_charges where state = 'asked' and coalesce(asked_at, started_at) < ${instant(at - lostAfterMs)}
        order by coalesce(looked_at, asked_at, started_at), id limit ${inOneGo})
      returning order_id as id`,
  )
  const due = await ordersOf(
    platform,
    sql`select order_id as id from payment_attempts as attempt
      where status = 'scheduled' and next_retry_at <= ${instant(at)} and not exists (
        select from payment_charges as charge where charge.order_id = attempt.order_id and state in ('asked', 'processing'))
      group by order_id order by min(next_retry_at), order_id limit ${inOneGo}`,
  )
  await someAtOnce(atOnce, new Set([...lost, ...due]), (id) =>
    chargeAgain(platform, id).catch((err: unknown) =>
      platform.log.warn({ err, orderId: id }, "An order couldn't be charged again"),
    ),
  )
  await giveUp(platform, instant(at - settledAfter), inOneGo)
}

const instant = (ms: number) => new Date(ms).toISOString()

async function ordersOf({ db }: Platform, query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await query.execute(db)
  return (rows as { id: number }[]).map(({ id }) => id)
}

async function chargeAgain(platform: Platform, orderId: number): Promise<void> {
  try {
    const begun = await beginCharge(platform, orderId, { by, confirmed: null, isDue: true })
    const result = await askProvider(platform, begun)
    await inTransaction(platform, (trx, work) => endCharge(trx, begun, result, work))
  } catch (error) {
    if (error instanceof RetryNotDue) return
    if (!(error instanceof Refusal))
      return platform.log.warn(
        { err: error, orderId },
        "The payment provider didn't respond to a charge",
      )
    await inTransaction(platform, (trx, work) =>
      leave(trx, orderId, { ...work, cause: error.problem.detail }),
    )
  }
}

export type Work = { at: string; by: string; audit: ReturnType<typeof auditor> }

export const inTransaction = (
  platform: Platform,
  work: (trx: Connection, kept: Work) => Promise<void>,
): Promise<void> =>
  runSettled(platform, (trx, now) => {
    const at = now.toISOString()
    return work(trx, {
      at,
      by,
      audit: auditor(trx, { asked: { id: 'retries', ip: '' }, now: at, actor: by }),
    })
  })

/** A retry that could not be made is an operator's again. */
async function leave(
  trx: Connection,
  orderId: number,
  { at, audit, cause }: Work & { cause: string },
) {
  await holdOrder(trx, orderId)
  const last = await lastAttempt(trx, orderId)
  if (last?.status !== 'scheduled') return
  await moveAttempts(trx, orderId, { status: 'open' }, { at, by })
  await audit({
    event: 'paymentAttempts.retryMissed',
    target: targetOf(last),
    cause,
  })
}

/** What is as it was for so long is given up; one that fails keeps no other from its turn. */
async function giveUp(platform: Platform, since: string, inOneGo: number): Promise<void> {
  const old = await ordersOf(
    platform,
    sql`${unchanged(
      since,
      sql`select order_id from payment_attempts
        where status in ('open', 'scheduled', 'waiting') and updated_at < ${since} and not unclear`,
    )} order by order_id limit ${inOneGo}`,
  )
  for (const id of old)
    await inTransaction(platform, (trx, work) => abandon(trx, id, { ...work, since })).catch(
      (err: unknown) =>
        platform.log.warn({ err, orderId: id }, "An order's payment couldn't be abandoned"),
    )
}

/** Those of these orders that nobody recovers; a retry to come, or a charge under way, is waited for. */
const unchanged = (since: string, orders: RawBuilder<unknown>) =>
  sql`select order_id as id from payment_attempts
    where status in ('open', 'scheduled', 'waiting') and order_id in (${orders})
    group by order_id having max(attempted_at) < ${since} and max(updated_at) < ${since}
      and coalesce(max(next_retry_at), '-infinity') < ${since} and not bool_or(unclear)
      and not exists (select from payment_charges
        where payment_charges.order_id = payment_attempts.order_id and state in ('asked', 'processing'))`

/** Gives an order up, unless something became of it since it was found: whoever had it meanwhile was waited for. */
async function abandon(
  trx: Connection,
  id: number,
  { since, at, audit }: Work & { since: string },
): Promise<void> {
  await holdOrder(trx, id)
  const last = await lastAttempt(trx, id)
  if (!last || !takes('abandon', last.status, last)) return
  const { rows } = await unchanged(since, sql`${id}::int`).execute(trx)
  if (rows.length === 0) return
  await moveAttempts(trx, id, { status: 'abandoned' }, { at, by })
  await audit({ event: 'paymentAttempts.abandoned', target: targetOf(last) })
}

const targetOf = ({ id, orderNumber, storeId }: LastAttempt) => ({
  type: 'paymentAttempts',
  id,
  label: orderNumber,
  storeId,
})
