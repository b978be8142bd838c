import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockOrder, findLastAttempt } from '../attempts.ts'
import type { ChargeRequest } from '../providers/charge.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import { runChargeTransactionAsPlatform } from './pendingCharges.ts'
import type { ChargeWriteContext } from './pendingCharges.ts'
import { saveChargeResult, markChargeUnknown } from './saveChargeResult.ts'
import { paymentMessages } from '../messages.ts'

/** The pause between two checks of a payment doubles from 5 minutes up to 12 hours. */
const checkInterval = sql`interval '5 minutes' * least(power(2, looks), 144)`
/**
 * A direct debit is decided within 14 business days. After this time an operator checks with the
 * provider. Milliseconds.
 */
const maxProcessingMs = 30 * 24 * 60 * 60_000
/** How many charges are checked at once. Each is locked on its own. */
const maxConcurrentChecks = 10

type ProcessingCharge = ChargeRequest & { id: number; paymentId: string; processingSince: string }

/** Checks payments that providers are processing, with growing pauses for each, up to a number. */
export async function checkProcessingCharges(platform: Platform, maxCharges = 200): Promise<void> {
  const at = platform.now().toISOString()
  // Moving the next check claims the charge: another process doesn't find it in the meantime.
  const { rows } = await sql<ProcessingCharge>`
    update payment_charges as charge
    set next_look_at = ${at}::timestamptz + ${checkInterval}, looks = least(looks + 1, 20), looked_at = ${at}
    from payment_attempt_keys as failed
    where failed.id = attempt_id and charge.id in (
      select id from payment_charges where state = 'processing' and next_look_at <= ${at}
      order by next_look_at, id limit ${maxCharges} for update skip locked)
    returning charge.id, key, charge.store_id, charge.order_id, charge.gateway, charge.amount, charge.currency,
      failed.reference, charge.reference as payment_id, charge.processing_since`.execute(
    platform.db,
  )
  await mapConcurrently(maxConcurrentChecks, rows, (charge) =>
    checkProcessingCharge(platform, charge).catch((err: unknown) =>
      platform.log.warn(
        { err, key: charge.key },
        "The status of a payment couldn't be checked with its provider",
      ),
    ),
  )
}

async function checkProcessingCharge(
  platform: Platform,
  { id, paymentId, processingSince, ...request }: ProcessingCharge,
): Promise<void> {
  const age = platform.now().getTime() - Date.parse(processingSince)
  const { findCharge } = paymentProviders[request.gateway]
  const outcome = await findCharge?.(platform, request, paymentId).catch((error: unknown) => {
    if (age <= maxProcessingMs) throw error
    return null
  })
  if (outcome?.result === 'paid' || outcome?.result === 'failed')
    return runChargeTransactionAsPlatform(platform, (trx, context) =>
      saveChargeResult(trx, { id, request }, outcome, context),
    )
  if (age > maxProcessingMs)
    await runChargeTransactionAsPlatform(platform, (trx, context) =>
      stopCheckingCharge(trx, { id, paymentId, request }, context),
    )
}

type OverdueCharge = { id: number; paymentId: string; request: ChargeRequest }

/** Leaves a payment without an outcome to an operator, who checks with the provider. */
async function stopCheckingCharge(
  trx: Connection,
  { id, paymentId, request: { orderId, gateway, storeId } }: OverdueCharge,
  { at, by, audit }: ChargeWriteContext,
): Promise<void> {
  await lockOrder(trx, orderId)
  const { rows } = await sql`update payment_charges set state = 'unknown', ended_at = ${at}
    where id = ${id} and state = 'processing' returning id`.execute(trx)
  const last = await findLastAttempt(trx, orderId)
  if (rows.length === 0 || !last) return
  await markChargeUnknown(trx, last, { at, by })
  await audit({
    event: 'paymentAttempts.unknown',
    target: { type: 'paymentAttempts', id: last.id, label: last.orderNumber, storeId },
    cause: paymentMessages.noOutcome(gateways[gateway], paymentId),
  })
}
