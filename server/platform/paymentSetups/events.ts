import { sql } from 'kysely'
import type { EventOutcome } from '#shared/paymentSetups/setupCalls.ts'
import type { PaymentMode } from '#shared/paymentSetups/choices.ts'
import type { Gateway } from '#shared/payments/attempts.ts'
import { recordAttempt, recordPaid } from '../payments/attempts.ts'
import type { Failure } from '../payments/attempts.ts'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import { settleStores } from '../stores/settleStores.ts'
import type { PaymentSetup } from './setUp.ts'

/** What an event says of an order. */
export type Told =
  | { what: 'failed'; failure: Omit<Failure, 'orderId' | 'gateway'> }
  | { what: 'paid'; at: string }

/** An event whose signature was right. */
export type Genuine = {
  /** The provider's own id: told of twice, it counts once. */
  id: string
  kind: string
  mode: PaymentMode
  body: string
  /** The order that the payment is of, as it was named when it began. */
  orderId: number | null
  /** Null where it is nothing that the platform follows. */
  told: Told | null
}

type Outcome = { outcome: EventOutcome; sentence: string }
const ignored = (sentence: string): Outcome => ({ outcome: 'ignored', sentence })

/** Keeps an event and does what it says, in one transaction; one that came before changes nothing. */
export async function takeEvent(
  platform: Platform,
  setup: PaymentSetup,
  event: Genuine,
): Promise<'taken' | 'known'> {
  const now = platform.now()
  return platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into payment_events (setup_id, event_id, kind, mode, received_at, order_id, body)
      values (${setup.id}, ${event.id}, ${event.kind}, ${event.mode}, ${now.toISOString()},
        ${event.orderId}, ${event.body})
      on conflict (setup_id, event_id) do nothing returning id`.execute(trx)
    if (!rows[0]) return 'known'
    await follow(trx, setup, event, rows[0].id)
    await settleStores(trx, now)
    return 'taken'
  })
}

/** Does what an event says and writes down what became of it. */
export async function follow(
  trx: Connection,
  setup: PaymentSetup,
  event: Genuine,
  id: number,
): Promise<Outcome> {
  const result = await outcomeOf(trx, setup, event)
  await sql`update payment_events set outcome = ${result.outcome}, sentence = ${result.sentence}
    where id = ${id}`.execute(trx)
  return result
}

async function outcomeOf(
  trx: Connection,
  { mode, provider, storeIds }: PaymentSetup,
  event: Genuine,
): Promise<Outcome> {
  const { told, orderId } = event
  if (!told) return ignored('Nothing that the platform follows.')
  if (event.mode !== mode) return ignored(`It is of ${event.mode} mode.`)
  if (orderId === null) return ignored('It names no order of ours.')
  const { rows } = await sql`select from orders
    where id = ${orderId} and store_id = any(${storeIds}::int[])`.execute(trx)
  if (rows.length === 0)
    return { outcome: 'failed', sentence: `No store that it serves has an order ${orderId}.` }
  if (told.what === 'paid') {
    await recordPaid(trx, { orderId, at: told.at, by: provider })
    return { outcome: 'done', sentence: 'The order is paid.' }
  }
  const gateway: Gateway = provider
  await recordAttempt(trx, { ...told.failure, orderId, gateway })
  return { outcome: 'done', sentence: `A failed payment: ${told.failure.decline.code}.` }
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
