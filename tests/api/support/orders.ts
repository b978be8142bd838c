import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'
import { recordAttempt } from '#server/platform/areas/payments/attempts.ts'
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
