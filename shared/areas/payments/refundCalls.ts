import { array, boolean, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { integer, select, text, toggle } from '#shared/engine/fields/fields.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { gateways } from './gateways.ts'
import type { Gateway } from './gateways.ts'
import { refundMessages } from './refundMessages.ts'

/** Fields of a refund's request. The amount is in minor units of the charge's currency. */
export const refundFields = {
  chargeId: integer(refundMessages.charge, { min: 1 }),
  amount: integer(refundMessages.amount, { min: 1 }),
  reason: text(refundMessages.reason, { max: 200 }),
  asCredits: toggle(refundMessages.asCredits, {
    initial: false,
    hint: refundMessages.asCreditsHint,
  }),
}

/** Fields of the outcome that an operator found at the provider. */
export const refundOutcomeFields = {
  outcome: select(refundMessages.result, refundMessages.results),
  reason: text(refundMessages.reason, { max: 200, hint: refundMessages.outcomeReasonHint }),
}

const RefundableCharge = type({
  chargeId: number(),
  gateway: enums(Object.keys(gateways) as Gateway[]), // The keys of the table.
  amount: number(),
  currency: string(),
  /** What can still be refunded, in minor units. */
  refundable: number(),
  paidAt: nullable(string()),
  reference: nullable(string()),
})
export type RefundableCharge = Infer<typeof RefundableCharge>

const RefundableCharges = type({
  data: array(RefundableCharge),
  /** Whether refunds of this order can be given as credits. */
  canGiveCredits: boolean(),
})
export type RefundableCharges = Infer<typeof RefundableCharges>

/** GET /orders/ID/refundableCharges: the order's successful charges, newest first. */
export async function loadRefundableCharges(
  api: Api,
  orderId: number,
  signal: AbortSignal,
): Promise<RefundableCharges> {
  const path = `/orders/${orderId}/refundableCharges`
  return parseResponse(RefundableCharges, (await api.send({ method: 'GET', path, signal })).body)
}

export type RefundBody = { chargeId: number; amount: number; reason: string; asCredits: boolean }

/**
 * POST /orders/ID/refunds: refunds a charge, or asks a second operator to approve the refund. Fails
 * with 422 `fields.amount` if the charge has less left than that.
 */
export async function requestRefund(
  api: Api,
  orderId: number,
  body: RefundBody,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/orders/${orderId}/refunds`
  return parseRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** POST /paymentRefunds/ID/retry: makes another refund in place of one that failed. */
export async function retryRefund(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/paymentRefunds/${id}/retry`
  return parseRecord((await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body)
}

/**
 * POST /paymentRefunds/ID/check: asks the provider again for an outcome that isn't known. Nothing is
 * refunded twice. Fails with 409 if it's being asked right now, or can't tell.
 */
export async function checkRefund(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/paymentRefunds/${id}/check`
  return parseRecord((await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body)
}

/** POST /paymentRefunds/ID/outcome: records the outcome that an operator found at the provider. */
export async function recordRefundOutcome(
  api: Api,
  { id, version }: { id: number; version: number },
  body: { outcome: string; reason: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/paymentRefunds/${id}/outcome`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}
