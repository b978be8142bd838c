import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'
import { recordAttempt } from '#server/platform/areas/payments/attempts.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import type { PaymentFailure } from '#server/platform/areas/payments/providers/paymentFailure.ts'

/** Inserts an unpaid order of a store and returns its ID. */
export async function insertOrder(
  db: Kysely<Database>,
  {
    storeId,
    at,
    amount = 1250,
    currency = 'EUR',
  }: { storeId: number; at: string; amount?: number; currency?: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into orders (store_id, placed_at, amount, currency, status)
    values (${storeId}, ${at}, ${amount}, ${currency}, 'unpaid') returning id`.execute(db)
  return Number(rows[0]?.id)
}

/** Inserts an order whose payment failed once, by default because of insufficient funds. */
export async function insertFailedOrder(
  db: Kysely<Database>,
  {
    amount = 1250,
    currency = 'EUR',
    ...details
  }: { storeId: number } & Pick<PaymentFailure, 'at'> & Partial<PaymentFailure>,
): Promise<number> {
  const orderId = await insertOrder(db, { ...details, amount, currency })
  const failure: PaymentFailure = {
    gateway: 'stripe',
    decline: { code: 'insufficient_funds' },
    card: { brand: 'visa', last4: '4242' },
    ...details,
    orderId,
    amount,
    currency,
  }
  await db.transaction().execute((trx) => recordAttempt(trx, failure))
  return orderId
}

/** Inserts orders of a store whose payments failed now. */
export async function insertFailedPayments(
  { platform: { db, now } }: TestPlatform,
  storeId: number,
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await insertFailedOrder(db, { storeId, at: now().toISOString() })
}

/**
 * Inserts an order with a charge that succeeded, and returns the IDs of both. `reference` is the
 * provider's own ID of the payment.
 */
export async function insertPaidOrder(
  db: Kysely<Database>,
  {
    gateway = 'stripe',
    amount = 4500,
    currency = 'EUR',
    memberId = null,
    ...details
  }: {
    storeId: number
    at: string
    reference: string | null
    memberId?: number | null
  } & Partial<Pick<PaymentFailure, 'gateway' | 'amount' | 'currency'>>,
): Promise<{ orderId: number; chargeId: number }> {
  const money = { amount, currency }
  const orderId = await insertFailedOrder(db, { ...details, ...money, gateway, reference: null })
  await sql`update orders set status = 'paid', member_id = ${memberId} where id = ${orderId}`.execute(
    db,
  )
  return { orderId, chargeId: await insertPaidCharge(db, orderId, details.reference) }
}

/** Inserts another successful charge of an order, and returns its ID. */
export async function insertPaidCharge(
  db: Kysely<Database>,
  orderId: number,
  reference: string | null,
): Promise<number> {
  const key = `charge-${orderId}-${reference ?? 'unknown'}`
  const { rows } = await sql<{ id: number }>`
    insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, state, reference,
      started_at, started_by, ended_at)
    select store_id, order_id, id, ${key}, gateway, amount, currency, 'paid', ${reference}, attempted_at, 'platform',
      attempted_at
    from payment_attempts where order_id = ${orderId} returning id`.execute(db)
  return Number(rows[0]?.id)
}
