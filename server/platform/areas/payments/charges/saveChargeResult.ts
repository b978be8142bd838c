import { sql } from 'kysely'
import { isUnresolved, isChangeAllowed } from '#shared/areas/payments/attempts.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { matchOrderAttempts } from '../attemptKeys.ts'
import {
  deletePaymentLinks,
  findProcessingStart,
  lockOrder,
  findLastAttempt,
  setOrderPaymentStatus,
  recordAttempt,
  recordRecoveredPayment,
} from '../attempts.ts'
import type { LastAttempt } from '../attempts.ts'
import type { ChargeResult } from '../providers/charge.ts'
import type { StartedCharge } from './chargeOrder.ts'
import { paymentMessages } from '../messages.ts'
import { refreshOrderIssue } from './orderIssue.ts'

type ChargeResultContext = {
  at: string
  by: string
  audit: (...entries: AuditEntry[]) => Promise<void>
}

/**
 * The states that each result may follow. A charge that is processing stays so until its outcome is
 * known.
 */
const statesBeforeResult: Record<ChargeResult['result'], readonly string[]> = {
  paid: ['asked', 'processing'],
  failed: ['asked', 'processing'],
  processing: ['asked', 'processing'],
  waiting: ['asked'],
  unknown: ['asked'],
}

/** Saves the outcome of a charge once, no matter which process learns it first. */
export async function saveChargeResult(
  trx: Connection,
  { id, request }: Pick<StartedCharge, 'id' | 'request'>,
  result: ChargeResult,
  { at, by, audit }: ChargeResultContext,
): Promise<void> {
  const { orderId, gateway, amount, currency, storeId, key } = request
  await lockOrder(trx, orderId)
  const paymentId = result.result === 'unknown' ? null : (result.reference ?? null)
  const { rows } = await sql`update payment_charges set state = ${result.result}, ended_at = ${at},
      reference = coalesce(reference, ${paymentId})
    where id = ${id} and state in (${sql.join(statesBeforeResult[result.result])}) returning id`.execute(
    trx,
  )
  const last = await findLastAttempt(trx, orderId)
  if (rows.length === 0 || !last) return
  if (result.result === 'paid') {
    await recordRecoveredPayment(trx, { orderId, at, by })
    await refreshOrderIssue(trx, orderId)
  } else if (result.result === 'processing') await markChargeProcessing(trx, id, last, { at, by })
  else if (result.result === 'waiting') {
    if (isUnresolved(last.status))
      await setOrderPaymentStatus(trx, orderId, { status: 'waiting' }, { at, by })
  } else if (result.result === 'unknown') await markChargeUnknown(trx, last, { at, by })
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
    ...(result.result === 'unknown' && {
      cause: paymentMessages.forgotten(gateways[gateway], key),
    }),
  })
}

/** The pause before the first check of a payment that a provider processes. Milliseconds. */
const firstCheckDelayMs = 5 * 60_000

/**
 * Saves that a provider is processing a charge. The order can't be changed until the outcome is
 * known.
 */
export async function markChargeProcessing(
  trx: Connection,
  chargeId: number,
  last: LastAttempt,
  stamp: { at: string; by: string },
): Promise<void> {
  const { at } = stamp
  const nextLookAt = new Date(Date.parse(at) + firstCheckDelayMs).toISOString()
  await sql`update payment_charges set state = 'processing', ended_at = null,
      processing_since = coalesce(processing_since, ${at}), next_look_at = coalesce(next_look_at, ${nextLookAt})
    where id = ${chargeId}`.execute(trx)
  await deletePaymentLinks(trx, last.orderId)
  if (!isChangeAllowed('accept', last.status, last)) return
  const processingSince = await findProcessingStart(trx, last.orderId)
  await setOrderPaymentStatus(trx, last.orderId, { status: 'processing', processingSince }, stamp)
}

/**
 * Stops automatic charges of an order until an operator records the result. A payment that arrives
 * before that still counts.
 */
export async function markChargeUnknown(
  trx: Connection,
  last: LastAttempt,
  stamp: { at: string; by: string },
): Promise<void> {
  if (!isChangeAllowed('lose', last.status, last)) return
  await setOrderPaymentStatus(trx, last.orderId, { status: 'open' }, stamp)
  await sql`update payment_attempts set unclear = true
    where ${await matchOrderAttempts(trx, last.orderId)}`.execute(trx)
}
