import { sql } from 'kysely'
import type { EventOutcome } from '#shared/areas/payments/setupCalls.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockOrder } from '../attempts.ts'
import type { RefundReport, VerifiedEvent } from '../providers/verifiedEvent.ts'
import { paymentSetupMessages } from '../setups/messages.ts'
import type { PaymentSetup } from '../setups/paymentSetup.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { toRefundTarget } from './refundRows.ts'
import { saveRefundOutcome } from './saveRefundOutcome.ts'
import { paymentRefundMessages } from './messages.ts'

type RefundEventResult = { outcome: EventOutcome; sentence: string }
type RefundEventContext = {
  trx: Connection
  setup: PaymentSetup
  event: VerifiedEvent
  now: string
}

const outcomeSentences = {
  succeeded: paymentRefundMessages.refunded,
  processing: paymentRefundMessages.processing,
  failed: paymentRefundMessages.refundFailed,
} as const

const createUnchangedResult = (sentence: string): RefundEventResult => ({
  outcome: 'ignored',
  sentence,
})

/**
 * Updates or adds a refund by an event. Refunds that were made at the provider count toward what
 * was refunded of a charge. Events can arrive late, twice, and in any order.
 */
export async function applyRefundEvent(context: RefundEventContext): Promise<RefundEventResult> {
  const { setup, event } = context
  const { mode, merchantAccount, refund, refundTotal } = event
  if (mode !== setup.mode)
    return {
      outcome: 'mismatched',
      sentence: paymentSetupMessages.mode(
        paymentModes[mode].toLowerCase(),
        paymentModes[setup.mode].toLowerCase(),
      ),
    }
  if (merchantAccount !== undefined && merchantAccount !== setup.merchantAccount)
    return {
      outcome: 'mismatched',
      sentence: paymentSetupMessages.merchantAccount(merchantAccount, setup.merchantAccount),
    }
  const ownId = refund && (await findOwnRefund(context, refund))
  if (refund && ownId !== undefined) return updateRefund(context, ownId, refund)
  const charge = await findRefundedCharge(context)
  const reported = refund ?? refundTotal
  if (!charge || !reported) return createUnchangedResult(paymentRefundMessages.mismatchedCharge)
  if (reported.currency !== charge.currency)
    return {
      outcome: 'mismatched',
      sentence: paymentRefundMessages.mismatchedCurrency(reported.currency, charge.currency),
    }
  await lockOrder(context.trx, charge.orderId)
  if (!refund) return addUnlistedRefund(context, charge, reported.amount)
  // Another event, or the answer to our own request, may have saved it while we waited.
  const savedId = await findOwnRefund(context, refund)
  if (savedId !== undefined) return updateRefund(context, savedId, refund)
  await replaceUnlistedRefund(context, charge, refund.amount)
  await addRefund(context, charge, refund)
  return { outcome: 'done', sentence: outcomeSentences[refund.state] }
}

/** Finds the refund by our key or by the provider's ID. */
async function findOwnRefund(
  { trx, setup }: RefundEventContext,
  { key, reference }: RefundReport,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_refunds where gateway = ${setup.provider} and store_id = any(${setup.storeIds}::int[])
      and (key = ${key} or reference = ${reference})
    order by key is not distinct from ${key} desc limit 1`.execute(trx)
  return rows[0]?.id
}

async function updateRefund(
  context: RefundEventContext,
  id: number,
  { state, reference, code }: RefundReport,
): Promise<RefundEventResult> {
  const { trx, setup, now } = context
  const failure = paymentRefundMessages.failed(gateways[setup.provider], code)
  const isChanged = await saveRefundOutcome(
    trx,
    id,
    { state, reference, failure },
    { at: now, by: setup.provider, audit: createEventAuditor(context) },
  )
  return isChanged
    ? { outcome: 'done', sentence: outcomeSentences[state] }
    : createUnchangedResult(paymentRefundMessages.known)
}

const createEventAuditor = ({ trx, setup, now }: RefundEventContext) =>
  createAuditor(trx, { asked: { id: 'webhook', ip: '' }, now, actor: setup.provider })

type RefundedCharge = {
  id: number
  orderId: number
  storeId: number
  memberId: number | null
  gateway: Gateway
  currency: string
}

/** Finds the charge of the refund by the provider's own IDs, in the setup's stores. */
async function findRefundedCharge({
  trx,
  setup,
  event,
}: RefundEventContext): Promise<RefundedCharge | undefined> {
  const { rows } = await sql<RefundedCharge>`
    select charge.id, charge.order_id, charge.store_id, orders.member_id, charge.gateway, charge.currency
    from payment_charges as charge join orders on orders.id = charge.order_id
    where charge.gateway = ${setup.provider} and charge.reference = any(${[...event.paymentIds]}::text[])
      and charge.store_id = any(${setup.storeIds}::int[]) and charge.state = 'paid'
    order by charge.id desc limit 1`.execute(trx)
  return rows[0]
}

type AddedRefund = Pick<RefundReport, 'amount' | 'state'> & { reference: string | null }

/** Adds a refund that was made at the provider. */
async function addRefund(
  context: RefundEventContext,
  { id: chargeId, orderId, storeId, memberId, gateway, currency }: RefundedCharge,
  { amount, state, reference }: AddedRefund,
): Promise<void> {
  const { trx, now } = context
  const reason = paymentRefundMessages.atProvider(gateways[gateway])
  const { rows } = await sql<{ id: number }>`
    insert into payment_refunds (store_id, order_id, charge_id, member_id, amount, currency, gateway, reason, as_credits,
      state, reference, ended_at, asker_id, created_at, created_by, updated_at, updated_by)
    values (${storeId}, ${orderId}, ${chargeId}, ${memberId}, ${amount}, ${currency}, ${gateway}, ${reason}, false,
      ${state}, ${reference}, ${state === 'processing' ? null : now}, null, ${now}, ${gateway}, ${now}, ${gateway})
    returning id`.execute(trx)
  await refreshOrderIssue(trx, orderId)
  await createEventAuditor(context)({
    event: 'paymentRefunds.reported',
    target: toRefundTarget({ id: Number(rows[0]?.id), reason, storeId }),
    after: { amount, currency, state },
  })
}

/**
 * Adds what the provider's total has more than the refunds that we know. An event about the single
 * refund replaces it later.
 */
async function addUnlistedRefund(
  context: RefundEventContext,
  charge: RefundedCharge,
  total: number,
): Promise<RefundEventResult> {
  const { rows } = await sql<{ known: number }>`
    select coalesce(sum(amount), 0)::float8 as known from payment_refunds
    where charge_id = ${charge.id} and not as_credits
      and state in ('requested', 'processing', 'unknown', 'succeeded')`.execute(context.trx)
  const missing = total - (rows[0]?.known ?? 0)
  if (missing <= 0) return createUnchangedResult(paymentRefundMessages.known)
  await addRefund(context, charge, { amount: missing, state: 'succeeded', reference: null })
  return { outcome: 'done', sentence: outcomeSentences.succeeded }
}

/** Takes the amount of a single refund off what only the provider's total told. */
async function replaceUnlistedRefund(
  { trx }: RefundEventContext,
  { id }: RefundedCharge,
  amount: number,
): Promise<void> {
  const unlisted = sql`select id from payment_refunds
    where charge_id = ${id} and key is null and reference is null order by id limit 1`
  await sql`delete from payment_refunds where id in (${unlisted}) and amount <= ${amount}`.execute(
    trx,
  )
  await sql`update payment_refunds set amount = amount - ${amount}
    where id in (${unlisted}) and amount > ${amount}`.execute(trx)
}
