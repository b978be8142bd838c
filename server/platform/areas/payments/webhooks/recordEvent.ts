import { sql } from 'kysely'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { applyDispute } from '../disputes/applyDispute.ts'
import { applyRefundEvent } from '../refunds/applyRefundEvent.ts'
import { applyEvent } from './applyEvent.ts'
import type { PaymentEventResult } from './applyEvent.ts'
import { findMismatch, openMismatchIncident } from './eventMismatch.ts'
import type { VerifiedEvent } from '../providers/verifiedEvent.ts'
import { paymentSetupMessages } from '../setups/messages.ts'
import type { PaymentSetup } from '../setups/paymentSetup.ts'

const createIgnoredResult = (sentence: string): PaymentEventResult => ({
  outcome: 'ignored',
  sentence,
})

/**
 * Saves an event and applies it, in one transaction. An event that arrived before changes nothing.
 */
export async function recordEvent(
  platform: Platform,
  setup: PaymentSetup,
  event: VerifiedEvent,
): Promise<'taken' | 'known'> {
  return runInTransaction(platform, async (trx, now) => {
    const receivedAt = now.toISOString()
    const { rows } = await sql<{ id: number }>`
      with new_key as (insert into payment_event_keys (setup_id, event_id)
        values (${setup.id}, ${event.id}) on conflict do nothing returning setup_id, event_id)
      insert into payment_events (setup_id, event_id, kind, mode, received_at, order_id, body)
      select setup_id, event_id, ${event.kind}, ${event.mode}, ${receivedAt}::timestamptz,
        ${event.orderId}::integer, ${event.body.replaceAll('\u0000', '')} from new_key
      returning id`.execute(trx)
    if (!rows[0]) return 'known'
    await applyRecordedEvent(trx, setup, event, { id: rows[0].id, receivedAt, now: receivedAt })
    return 'taken'
  })
}

/** Applies an event and saves its outcome. */
export async function applyRecordedEvent(
  trx: Connection,
  setup: PaymentSetup,
  event: VerifiedEvent,
  { id, receivedAt, now }: { id: number; receivedAt: string; now: string },
): Promise<Omit<PaymentEventResult, 'orderId' | 'chargeId'>> {
  const { orderId, chargeId, ...result } = await resolveEvent(trx, setup, event, now)
  await sql`update payment_events set outcome = ${result.outcome}, sentence = ${result.sentence},
      charge_id = coalesce(${chargeId ?? null}, charge_id), order_id = coalesce(${orderId ?? null}, order_id)
    where id = ${id} and received_at = ${receivedAt}`.execute(trx)
  return result
}

async function resolveEvent(
  trx: Connection,
  setup: PaymentSetup,
  event: VerifiedEvent,
  now: string,
): Promise<PaymentEventResult> {
  const { update, orderId, dispute } = event
  if (dispute) return applyDispute(trx, setup, { ...event, dispute })
  if (update === 'not understood')
    return {
      outcome: 'notUnderstood',
      sentence: paymentSetupMessages.notUnderstood(gateways[setup.provider]),
    }
  if (event.refund || event.refundTotal) return applyRefundEvent({ trx, setup, event, now })
  if (!update) return createIgnoredResult(paymentSetupMessages.unusedEvent)
  if (orderId === null) return createIgnoredResult(paymentSetupMessages.otherOrder)
  const mismatch = await findMismatch(trx, setup, { ...event, orderId, update })
  if (mismatch) {
    await openMismatchIncident(trx, setup, mismatch, now)
    return { outcome: 'mismatched', sentence: mismatch.sentence }
  }
  return applyEvent(trx, setup, { ...event, orderId, update }, now)
}

/** Finds when the last event with a valid signature arrived in this mode. */
export async function findLastPaymentEventTime(
  db: Connection,
  setupId: number,
  mode: PaymentMode,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(received_at) as at from payment_events
    where setup_id = ${setupId} and mode = ${mode}`.execute(db)
  return rows[0]?.at ?? null
}
