import { sql } from 'kysely'
import type { EventOutcome } from '#shared/areas/payments/setupCalls.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { findAttemptByReference, matchOrderAttempts } from '../attemptKeys.ts'
import { lockOrder, findLastAttempt, recordAttempt, recordRecoveredPayment } from '../attempts.ts'
import type { LastAttempt } from '../attempts.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { markChargeProcessing } from '../charges/saveChargeResult.ts'
import { openEventIncident } from '../incidents/eventIncidents.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { VerifiedEvent, PaymentUpdate } from '../providers/verifiedEvent.ts'
import { paymentSetupMessages } from '../setups/messages.ts'
import type { PaymentSetup } from '../setups/paymentSetup.ts'

type OrderEvent = Omit<VerifiedEvent, 'orderId' | 'update'> & {
  orderId: number
  update: PaymentUpdate
}
/** The order and the charge that the event was about, if it changed or found them. */
export type PaymentEventResult = {
  outcome: EventOutcome
  sentence: string
  orderId?: number
  chargeId?: number | undefined
}
type ChargeRow = { id: number; state: string; endedAt: string | null }
type EventContext = {
  trx: Connection
  setup: PaymentSetup
  event: OrderEvent
  now: string
  storeId: number
}

const createDoneResult = (sentence: string, chargeId?: number): PaymentEventResult => ({
  outcome: 'done',
  sentence,
  chargeId,
})
const createIgnoredResult = (sentence: string, chargeId?: number): PaymentEventResult => ({
  outcome: 'ignored',
  sentence,
  chargeId,
})

/** Limits a provider's time to ours, because its clock may be ahead. */
const limitToNow = (at: string, now: string): string => (at > now ? now : at)

/**
 * Changes an order by an event that matches it. Events can arrive late, twice, and in any order.
 */
export async function applyEvent(
  trx: Connection,
  setup: PaymentSetup,
  event: OrderEvent,
  now: string,
): Promise<PaymentEventResult> {
  const { update, orderId } = event
  const order = await lockOrder(trx, orderId)
  if (!order) return createIgnoredResult(paymentSetupMessages.otherOrder)
  const context: EventContext = { trx, setup, event, now, storeId: order.storeId }
  const [charge, last] = [await findEventCharge(context), await findLastAttempt(trx, orderId)]
  if (update.status === 'failed') return applyFailure(context, update.failure, charge)
  const apply = update.status === 'paid' ? applyPayment : applyProcessing
  return apply(context, update.at, charge, last)
}

/** Finds the charge of the payment, by our key or by the provider's ID. */
async function findEventCharge({
  trx,
  setup,
  event,
}: EventContext): Promise<ChargeRow | undefined> {
  const { orderId, chargeKey, paymentIds } = event
  const { rows } = await sql<ChargeRow>`
    select id, state, ended_at from payment_charges
    where order_id = ${orderId} and gateway = ${setup.provider}
      and (key = ${chargeKey} or reference = any(${[...paymentIds]}::text[]))
    order by id desc limit 1`.execute(trx)
  return rows[0]
}

/** Returns the payment as the provider reported it. */
const getReportedPayment = ({ update }: OrderEvent) =>
  update.status === 'failed' ? update.failure : update

async function closeCharge(
  { trx, setup, event }: EventContext,
  { id, state, at }: { id: number; state: 'paid' | 'failed'; at: string },
): Promise<number> {
  const { card } = getReportedPayment(event)
  await sql`update payment_charges set state = ${state}, ended_at = ${at},
      reference = coalesce(reference, ${event.paymentIds[0] ?? null}),
      setup_id = ${setup.id}, mode = ${event.mode},
      card_brand = coalesce(${card?.brand ?? null}, card_brand),
      card_last4 = coalesce(${card?.last4 ?? null}, card_last4)
    where id = ${id}`.execute(trx)
  return id
}

/**
 * Saves a payment that didn't begin as a charge of ours: the first one of an order, or one by
 * payment link. Its ID distinguishes payments for one order.
 */
async function saveExternalCharge(
  { trx, setup, event, now, storeId }: EventContext,
  last: LastAttempt | undefined,
  { state, at }: { state: 'paid' | 'failed' | 'processing'; at: string },
): Promise<number | undefined> {
  const [paymentId] = event.paymentIds
  if (paymentId === undefined) return undefined
  const { amount, currency, card } = getReportedPayment(event)
  const { rows } = await sql<{ id: number }>`
    insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, state, reference,
      started_at, started_by, ended_at, setup_id, mode, card_brand, card_last4)
    values (${storeId}, ${event.orderId}, ${last?.id ?? null}, ${`${setup.provider}-${paymentId}`}, ${setup.provider},
      ${amount}, ${currency}, ${state}, ${paymentId}, ${now}, ${setup.provider},
      ${state === 'processing' ? null : at}, ${setup.id}, ${event.mode}, ${card?.brand ?? null}, ${card?.last4 ?? null})
    on conflict (key) do nothing returning id`.execute(trx)
  return rows[0]?.id
}

async function applyPayment(
  context: EventContext,
  at: string,
  charge: ChargeRow | undefined,
  last: LastAttempt | undefined,
): Promise<PaymentEventResult> {
  const { trx, setup, event, now } = context
  const { orderId } = event
  const ended = { state: 'paid', at: limitToNow(at, now) } as const
  const id = charge
    ? await closeCharge(context, { id: charge.id, ...ended })
    : await saveExternalCharge(context, last, ended)
  await recordRecoveredPayment(trx, { orderId, at: ended.at, by: setup.provider })
  await refreshOrderIssue(trx, orderId)
  return createDoneResult(paymentSetupMessages.paid, id)
}

async function applyProcessing(
  context: EventContext,
  at: string,
  charge: ChargeRow | undefined,
  last: LastAttempt | undefined,
): Promise<PaymentEventResult> {
  const { trx, setup, event, now } = context
  if (!last) return createIgnoredResult(paymentSetupMessages.nothingFailed)
  // A member can retry a failed payment, which is then processed again.
  const isDecided =
    charge?.state === 'paid' ||
    (charge?.state === 'failed' && at <= (charge.endedAt ?? now)) ||
    last.status === 'recovered'
  if (isDecided || (await hasFailedAttempt(context)))
    return createIgnoredResult(paymentSetupMessages.alreadyDecided, charge?.id)
  const id = charge?.id ?? (await saveExternalCharge(context, last, { state: 'processing', at }))
  if (id === undefined) return createIgnoredResult(paymentSetupMessages.alreadyDecided)
  await sql`update payment_charges set reference = coalesce(reference, ${event.paymentIds[0] ?? null})
    where id = ${id}`.execute(trx)
  if (charge?.state === 'unknown') await clearUnknownOutcome(context)
  await markChargeProcessing(trx, id, last, { at: limitToNow(at, now), by: setup.provider })
  return createDoneResult(paymentSetupMessages.processing(gateways[setup.provider]), id)
}

/** Whether this payment is already recorded as failed. */
const hasFailedAttempt = async ({
  trx,
  setup,
  event: { paymentIds },
}: EventContext): Promise<boolean> =>
  (await findAttemptByReference(trx, setup.provider, paymentIds)) !== undefined

/** Clears the unknown outcome: the event has the outcome. */
async function clearUnknownOutcome({ trx, event }: EventContext): Promise<void> {
  await sql`update payment_attempts set unclear = false
    where ${await matchOrderAttempts(trx, event.orderId)}`.execute(trx)
}

async function applyFailure(
  context: EventContext,
  failure: Extract<PaymentUpdate, { status: 'failed' }>['failure'],
  charge: ChargeRow | undefined,
): Promise<PaymentEventResult> {
  const { trx, setup, event, now } = context
  const { orderId } = event
  const at = limitToNow(failure.at, now)
  const last = await findLastAttempt(trx, orderId)
  if (charge?.state === 'paid' && last) await openFailedAfterPaidIncident(context, last)
  else if (charge) {
    await closeCharge(context, { id: charge.id, state: 'failed', at })
    if (charge.state === 'unknown') await clearUnknownOutcome(context)
  }
  await recordAttempt(trx, { ...failure, at, orderId, gateway: setup.provider })
  const failed = charge ? undefined : await findLastAttempt(trx, orderId)
  const id = failed
    ? await saveExternalCharge(context, failed, { state: 'failed', at })
    : charge?.id
  return createDoneResult(paymentSetupMessages.failed(failure.decline.code), id)
}

/** Opens an incident for a payment that failed after it paid for its order. */
async function openFailedAfterPaidIncident(
  { trx, setup, event, now }: EventContext,
  { orderNumber, orderId, storeId, amount, currency }: LastAttempt,
): Promise<void> {
  const paymentId = event.paymentIds[0] ?? event.id
  await openEventIncident(trx, {
    key: `event/${setup.id}/failedAfterPaid/${orderId}`,
    cause: paymentSetupMessages.failedAfterPaid(gateways[setup.provider], orderNumber, paymentId),
    gateway: setup.provider,
    storeIds: [storeId],
    amount,
    currency,
    at: now,
  })
}
