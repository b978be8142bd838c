import { sql } from 'kysely'
import { formatMoney } from '#shared/money.ts'
import { attemptChanges, attemptStates, gateways, takes } from '#shared/payments/attempts.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { notPossible, Refusal } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { holdOrder, lastAttempt, recordAttempt, recordPaid, moveAttempts } from './attempts.ts'
import type { LastAttempt } from './attempts.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import { NotAsked } from './charge.ts'
import type { ChargeRequest, ChargeResult } from './charge.ts'

/** An order that failed no payment, or does so no more. */
export const gone = () => notPossible('There is no failed payment of this order any more.')

const say = {
  underWay: 'It is being charged at this moment.',
  amount: (amount: string) => `The amount is ${amount}: confirm that one.`,
  never: 'Charging this card again cannot help, or its bank forbids it.',
  state: (change: string, state: string) => `${change}: not possible while it is ${state}.`,
  unclear: (gateway: string) =>
    `Nobody knows whether it was charged: look at ${gateway}, and say what came of it first.`,
  clear: 'It is known whether it was charged.',
  forgotten: (gateway: string, key: string) =>
    `${gateway} has forgotten ${key} by now. Look there whether it was charged, and say here what came of it.`,
  provider: (gateway: string) =>
    `Nothing was charged: no setup for payments by ${gateway} is active here.`,
}

const amountOf = ({ amount, currency }: Pick<LastAttempt, 'amount' | 'currency'>) =>
  formatMoney(amount, currency)

/** Refuses what the table of changes does not have (shared/payments/attempts.ts), and anything while it is being charged. */
export async function admit(
  trx: Connection,
  change: keyof typeof attemptChanges,
  last: LastAttempt,
): Promise<void> {
  if (!takes(change, last.status, last)) {
    const { from, label } = attemptChanges[change]
    const isState = !(from as readonly string[]).includes(last.status)
    if (isState) throw notPossible(say.state(label, attemptStates[last.status].toLowerCase()))
    if (last.unclear) throw notPossible(say.unclear(gateways[last.gateway]))
    throw notPossible(change === 'settle' ? say.clear : say.never)
  }
  const { rows } = await sql`select from payment_charges
    where order_id = ${last.orderId} and state = 'asked'`.execute(trx)
  if (rows.length > 0) throw notPossible(say.underWay)
}

/** What was confirmed to be charged; null where nobody was asked. */
export type Confirmed = { amount: number; currency: string } | null

/** `again` where somebody else may have asked already: nobody knows what came of that. */
export type Begun = { id: number; startedAt: string; again: boolean; request: ChargeRequest }

/** Keeps, before the provider is asked, that it will be. Goes on with a charge of which nobody knows what came of it. */
export async function beginCharge(
  { db, now }: Platform,
  orderId: number,
  { by, confirmed }: { by: string; confirmed: Confirmed },
): Promise<Begun> {
  return db.transaction().execute(async (trx) => {
    await holdOrder(trx, orderId)
    const lost = await underWay(trx, orderId)
    if (lost) return lost
    const last = await lastAttempt(trx, orderId)
    if (!last) throw gone()
    if (confirmed && (confirmed.amount !== last.amount || confirmed.currency !== last.currency))
      throw notPossible(say.amount(amountOf(last)))
    const key = `order-${orderId}-attempt-${last.attempt + 1}`
    const { gateway, storeId, amount, currency, reference } = last
    await admit(trx, 'retry', last)
    const at = now().toISOString()
    const { rows } = await sql<{ id: number }>`
      insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, started_at, started_by)
      values (${storeId}, ${orderId}, ${last.id}, ${key}, ${gateway}, ${amount}, ${currency}, ${at}, ${by})
      on conflict (key) do update set state = 'asked', started_at = excluded.started_at,
        started_by = excluded.started_by, ended_at = null, looked_at = null
      returning id`.execute(trx)
    const request = { key, storeId, orderId, gateway, amount, currency, reference }
    return { id: Number(rows[0]?.id), startedAt: at, again: false, request }
  })
}

/** The charge of an order that has no outcome yet. */
async function underWay(trx: Connection, orderId: number): Promise<Begun | undefined> {
  const { rows } = await sql<ChargeRequest & Pick<Begun, 'id' | 'startedAt'>>`
    select charge.id, charge.started_at, key, charge.store_id, charge.order_id, charge.gateway, charge.amount, charge.currency, reference
    from payment_charges as charge join payment_attempts on payment_attempts.id = attempt_id
    where charge.order_id = ${orderId} and state = 'asked'`.execute(trx)
  if (!rows[0]) return undefined
  const { id, startedAt, ...request } = rows[0]
  return { id, startedAt, again: true, request }
}

/**
 * How long a provider knows a key, less an hour: later it would charge anew. PayPal knows the invoice for good, and what Braintree
 * made is looked for. Stripe: docs.stripe.com/api/idempotent_requests; Adyen: docs.adyen.com, "API idempotency".
 */
const hourMs = 3_600_000
const keyLife: Partial<Record<Gateway, number>> = { stripe: 23 * hourMs, adyen: 167 * hourMs }
/** Who cannot be asked what came of a charge for so long, is looked at by an operator. */
const patience = 23 * hourMs

/** Asks the provider, as long as it knows the key. What it refuses is known not to be charged, and may be begun again. */
export async function askProvider(
  platform: Platform,
  { id, startedAt, again, request }: Begun,
): Promise<ChargeResult> {
  const charge = platform.chargers[request.gateway]
  const age = platform.now().getTime() - Date.parse(startedAt)
  if (age > (keyLife[request.gateway] ?? Infinity)) return { result: 'unknown' }
  try {
    if (!charge) throw notPossible(say.provider(request.gateway))
    return await charge(request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (again && error instanceof NotAsked) {
      if (age > patience) return { result: 'unknown' }
      throw new Error(`Nobody can be asked what came of ${request.key}`, { cause: error })
    }
    await sql`update payment_charges set state = 'refused', ended_at = ${platform.now().toISOString()}
      where id = ${id} and state = 'asked'`.execute(platform.db)
    throw error
  }
}

/** Keeps what came of a charge, once, whoever hears of it first. */
export async function endCharge(
  trx: Connection,
  { id, request }: Begun,
  result: ChargeResult,
  { at, by, audit }: { at: string; by: string; audit: (...entries: AuditEntry[]) => Promise<void> },
): Promise<void> {
  const { orderId, gateway, amount, currency, storeId, key } = request
  await holdOrder(trx, orderId)
  const { rows } = await sql`update payment_charges set state = ${result.result}, ended_at = ${at}
    where id = ${id} and state = 'asked' returning id`.execute(trx)
  const last = await lastAttempt(trx, orderId)
  if (rows.length === 0 || !last) return
  if (result.result === 'paid') await recordPaid(trx, { orderId, at, by })
  else if (result.result === 'waiting')
    await moveAttempts(trx, orderId, { status: 'waiting' }, { at, by })
  else if (result.result === 'unknown') await lose(trx, last, { at, by })
  else
    await recordAttempt(trx, {
      orderId,
      gateway,
      amount,
      currency,
      at,
      decline: result.decline,
      reference: result.reference ?? null,
    })
  await audit({
    event: `paymentAttempts.${result.result === 'failed' ? 'retryFailed' : result.result}`,
    target: { type: 'paymentAttempts', id: last.id, label: last.orderNumber, storeId },
    after: { amount, currency, ...(result.result === 'failed' && { code: result.decline.code }) },
    ...(result.result === 'unknown' && { cause: say.forgotten(gateways[gateway], key) }),
  })
}

/** Nothing is charged by itself any more until an operator says what came of it; what was paid meanwhile is. */
async function lose(
  trx: Connection,
  last: LastAttempt,
  who: { at: string; by: string },
): Promise<void> {
  if (!takes('lose', last.status, last)) return
  await moveAttempts(trx, last.orderId, { status: 'open' }, who)
  await sql`update payment_attempts set unclear = true where order_id = ${last.orderId}`.execute(
    trx,
  )
}
