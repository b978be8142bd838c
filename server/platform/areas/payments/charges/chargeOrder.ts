import { sql } from 'kysely'
import { formatMoney } from '#shared/format/money.ts'
import {
  attemptChanges,
  attemptStates,
  isCardFailure,
  needsSetupFix,
  isChangeAllowed,
} from '#shared/areas/payments/attempts.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { invalidState, HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findLastAttemptNumber } from '../attemptKeys.ts'
import { lockOrder, findLastAttempt } from '../attempts.ts'
import type { LastAttempt } from '../attempts.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { ChargeNotAttempted, PaymentNotListed } from '../providers/charge.ts'
import type { ChargeRequest, ChargeResult } from '../providers/charge.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import { findActiveSetup } from '../providers/withActiveSetup.ts'
import { paymentMessages } from '../messages.ts'

/** The order has no failed payment, or no longer has one. */
export const createNoFailedPaymentError = () => invalidState(paymentMessages.noFailedPayment)

const formatAttemptAmount = ({ amount, currency }: Pick<LastAttempt, 'amount' | 'currency'>) =>
  formatMoney(amount, currency)

/** Explains why a payment can't be retried. Only some reasons forbid the card itself. */
function explainNoRetry({ reason, retryable }: LastAttempt): string {
  if (needsSetupFix({ reason, retryable })) return paymentMessages.needsSetupFix
  if (retryable === 'customer') return paymentMessages.memberFirst
  return isCardFailure(reason) ? paymentMessages.never : paymentMessages.noRetry
}

/**
 * Rejects a change that `attemptChanges` doesn't allow (shared/areas/payments/attempts.ts), and any
 * change while the order is being charged.
 */
export async function assertAttemptChangeAllowed(
  trx: Connection,
  change: keyof typeof attemptChanges,
  last: LastAttempt,
): Promise<void> {
  const name = gateways[last.gateway]
  if (last.status === 'processing') throw invalidState(paymentMessages.processing(name))
  if (!isChangeAllowed(change, last.status, last)) {
    const { from, label } = attemptChanges[change]
    const isState = !(from as readonly string[]).includes(last.status)
    if (isState)
      throw invalidState(
        paymentMessages.notAvailable(label, attemptStates[last.status].toLowerCase()),
      )
    if (last.unclear) throw invalidState(paymentMessages.chargeUnknown(name))
    throw invalidState(change === 'settle' ? paymentMessages.chargeKnown : explainNoRetry(last))
  }
  // A dismissed order keeps its status while its payment is being processed.
  const { rows } = await sql<{ state: string; gateway: Gateway }>`
    select state, gateway from payment_charges
    where order_id = ${last.orderId} and state in ('asked', 'processing') limit 1`.execute(trx)
  const [openCharge] = rows
  if (openCharge?.state === 'asked') throw invalidState(paymentMessages.charging)
  if (openCharge) throw invalidState(paymentMessages.processing(gateways[openCharge.gateway]))
}

/**
 * The amount that an operator confirmed, and the attempt before it. Null if no operator was
 * involved. Jobs of older versions have no attempt.
 */
export type ConfirmedCharge = { amount: number; currency: string; attempt?: number } | null

/**
 * `startedAt` is the time of the first request with this key, from which the provider's idempotency
 * window counts. `maybeSent` says that another process may have sent the request already, with an
 * unknown outcome. `paymentId` is the provider's own ID, if it gave one.
 */
export type StartedCharge = {
  id: number
  startedAt: string
  maybeSent: boolean
  paymentId: string | null
  request: ChargeRequest
}

/** A retry that is no longer due: another process or an operator was faster. */
export class RetryNotDue extends HttpError {
  override name = 'RetryNotDue'
}

/**
 * Saves a charge before the provider gets the request. Resumes a charge that has no known outcome
 * yet.
 */
export async function prepareOrderCharge(
  { db, now }: Platform,
  orderId: number,
  { by, confirmed, isDue = false }: { by: string; confirmed: ConfirmedCharge; isDue?: boolean },
): Promise<StartedCharge> {
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId)
    const openCharge = await findOpenCharge(trx, orderId)
    if (openCharge) return openCharge
    const last = await findLastAttempt(trx, orderId)
    if (!last) throw createNoFailedPaymentError()
    const at = now().toISOString()
    if (isDue && !(last.status === 'scheduled' && last.nextRetryAt && last.nextRetryAt <= at))
      throw invalidState(paymentMessages.notDue, RetryNotDue)
    if (confirmed?.attempt !== undefined && confirmed.attempt !== last.attempt)
      throw invalidState(paymentMessages.otherAttempt(last.attempt))
    if (confirmed && (confirmed.amount !== last.amount || confirmed.currency !== last.currency))
      throw invalidState(paymentMessages.amountChanged(formatAttemptAmount(last)))
    const { gateway, storeId, amount, currency, reference, cardBrand, cardLast4 } = last
    await assertAttemptChangeAllowed(trx, 'retry', last)
    const { key, isWaiting } = await chooseIdempotencyKey(trx, last, at)
    const setup = await findActiveSetup(trx, { storeId, gateway })
    // `started_at` stays: the provider's idempotency window counts from the first request.
    const { rows } = await sql<{ id: number; startedAt: string; paymentId: string | null }>`
      insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, started_at, asked_at, started_by,
        setup_id, mode, card_brand, card_last4)
      values (${storeId}, ${orderId}, ${last.id}, ${key}, ${gateway}, ${amount}, ${currency}, ${at}, ${at}, ${by},
        ${setup?.id ?? null}, ${setup?.mode ?? null}, ${cardBrand}, ${cardLast4})
      on conflict (key) do update set state = 'asked', asked_at = excluded.asked_at,
        started_by = excluded.started_by, ended_at = null, looked_at = null,
        setup_id = excluded.setup_id, mode = excluded.mode
      returning id, started_at, reference as payment_id`.execute(trx)
    const [row] = rows
    if (!row) throw new Error(`No charge was saved under ${key}`)
    const request = { key, storeId, orderId, gateway, amount, currency, reference }
    const { id, startedAt, paymentId } = row
    return { id: Number(id), startedAt, maybeSent: isWaiting, paymentId, request }
  })
}

type EarlierCharge = { key: string; state: string; startedAt: string }

/**
 * Chooses the key of the next charge from the order and the attempt. Only a charge that was
 * certainly not made gets a new key, once the provider may have forgotten the old one.
 */
async function chooseIdempotencyKey(
  trx: Connection,
  { orderId, gateway }: LastAttempt,
  at: string,
) {
  const base = `order-${orderId}-attempt-${(await findLastAttemptNumber(trx, orderId)) + 1}`
  const { rows } = await sql<EarlierCharge>`
    select key, state, started_at from payment_charges
    where order_id = ${orderId} and (key = ${base} or key like ${`${base}-%`}) order by id desc`.execute(
    trx,
  )
  const [newest] = rows
  if (!newest) return { key: base, isWaiting: false }
  const isForgotten = newest.state === 'refused' && !isKeyValid(gateway, newest.startedAt, at)
  return isForgotten
    ? { key: `${base}-${rows.length + 1}`, isWaiting: false }
    : { key: newest.key, isWaiting: newest.state === 'waiting' }
}

/** Finds the order's charge that has no outcome yet. */
async function findOpenCharge(
  trx: Connection,
  orderId: number,
): Promise<StartedCharge | undefined> {
  const { rows } = await sql<ChargeRequest & Pick<StartedCharge, 'id' | 'startedAt' | 'paymentId'>>`
    select charge.id, charge.started_at, charge.reference as payment_id, key, charge.store_id, charge.order_id, charge.gateway, charge.amount, charge.currency,
      failed.reference
    from payment_charges as charge join payment_attempt_keys as failed on failed.id = attempt_id
    where charge.order_id = ${orderId} and state = 'asked'`.execute(trx)
  if (!rows[0]) return undefined
  const { id, startedAt, paymentId, ...request } = rows[0]
  return { id, startedAt, maybeSent: true, paymentId, request }
}

const isKeyValid = (gateway: Gateway, startedAt: string, at: string): boolean =>
  Date.parse(at) - Date.parse(startedAt) <= paymentProviders[gateway].keyLifetimeMs

/** A charge whose outcome can't be checked for this long is left to an operator. */
const maxUnansweredMs = 23 * 3_600_000

/**
 * Sends the charge while the provider still knows its key. A charge that was definitely rejected is
 * saved as `refused`, so it can start again. Throws if the outcome isn't known yet.
 */
export async function requestCharge(
  platform: Platform,
  { id, startedAt, maybeSent, paymentId, request }: StartedCharge,
): Promise<ChargeResult> {
  const { charge, findCharge } = paymentProviders[request.gateway]
  const age = platform.now().getTime() - Date.parse(startedAt)
  const knownResult = paymentId && (await findCharge?.(platform, request, paymentId))
  if (knownResult && knownResult.result !== 'waiting') return knownResult
  if (!isKeyValid(request.gateway, startedAt, platform.now().toISOString()))
    return knownResult || { result: 'unknown' }
  try {
    return await charge(platform, request)
  } catch (error) {
    if (error instanceof PaymentNotListed && age > maxUnansweredMs) return { result: 'unknown' }
    if (!(error instanceof HttpError)) throw error
    if (maybeSent && error instanceof ChargeNotAttempted) {
      if (age > maxUnansweredMs) return { result: 'unknown' }
      throw new Error(`No setup can ask the provider for the outcome of charge ${request.key}`, {
        cause: error,
      })
    }
    await sql`update payment_charges set state = 'refused', ended_at = ${platform.now().toISOString()}
      where id = ${id} and state = 'asked'`.execute(platform.db)
    throw error
  }
}
