import { sql } from 'kysely'
import type { EventOutcome } from '#shared/areas/payments/setupCalls.ts'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runSettled } from '#server/platform/areas/stores/settleStores.ts'
import { applyEvent } from './applyEvent.ts'
import { findMismatch, openMismatchIncident } from './eventMismatch.ts'
import type { Genuine } from './genuineEvent.ts'
import { paymentSetupMessages } from '../setups/messages.ts'
import type { PaymentSetup } from '../setups/setUp.ts'

type Outcome = { outcome: EventOutcome; sentence: string }
const ignored = (sentence: string): Outcome => ({ outcome: 'ignored', sentence })

/** Keeps an event and does what it says, in one transaction; one that came before changes nothing. */
export async function takeEvent(
  platform: Platform,
  setup: PaymentSetup,
  event: Genuine,
): Promise<'taken' | 'known'> {
  return runSettled(platform, async (trx, now) => {
    const { rows } = await sql<{ id: number }>`
      insert into payment_events (setup_id, event_id, kind, mode, received_at, order_id, body)
      values (${setup.id}, ${event.id}, ${event.kind}, ${event.mode}, ${now.toISOString()},
        ${event.orderId}, ${event.body.replaceAll('\u0000', '')})
      on conflict (setup_id, event_id) do nothing returning id`.execute(trx)
    if (!rows[0]) return 'known'
    await follow(trx, setup, event, { id: rows[0].id, now: now.toISOString() })
    return 'taken'
  })
}

/** Does what an event says and writes down what became of it. */
export async function follow(
  trx: Connection,
  setup: PaymentSetup,
  event: Genuine,
  { id, now }: { id: number; now: string },
): Promise<Outcome> {
  const result = await outcomeOf(trx, setup, event, now)
  await sql`update payment_events set outcome = ${result.outcome}, sentence = ${result.sentence}
    where id = ${id}`.execute(trx)
  return result
}

async function outcomeOf(
  trx: Connection,
  setup: PaymentSetup,
  event: Genuine,
  now: string,
): Promise<Outcome> {
  const { told, orderId } = event
  if (told === 'not understood')
    return {
      outcome: 'notUnderstood',
      sentence: paymentSetupMessages.notUnderstood(gateways[setup.provider]),
    }
  if (!told) return ignored(paymentSetupMessages.unusedEvent)
  if (orderId === null) return ignored(paymentSetupMessages.otherOrder)
  const mismatch = await findMismatch(trx, setup, { ...event, orderId, told })
  if (mismatch) {
    await openMismatchIncident(trx, setup, mismatch, now)
    return { outcome: 'mismatched', sentence: mismatch.sentence }
  }
  return applyEvent(trx, setup, { ...event, orderId, told }, now)
}

/** When the last event came whose signature was right, in this mode. */
export async function lastGenuineEvent(
  db: Connection,
  setupId: number,
  mode: PaymentMode,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(received_at) as at from payment_events
    where setup_id = ${setupId} and mode = ${mode}`.execute(db)
  return rows[0]?.at ?? null
}
