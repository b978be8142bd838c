import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * `payment_attempt_keys` has a row for each failed payment, which stays when its month is deleted
 * (database/migrations/0060_attemptMonths.ts).
 */

/**
 * Builds the condition for all attempts of an order. Names their times, so that PostgreSQL plans and
 * locks no other months. Lock the order first if the attempts are written.
 */
export async function matchOrderAttempts(
  connection: Connection,
  orderId: number,
): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ attemptedAt: string }>`
    select attempted_at from payment_attempt_keys where order_id = ${orderId}`.execute(connection)
  const times = rows.map(({ attemptedAt }) => attemptedAt)
  return sql<boolean>`(order_id = ${orderId} and attempted_at = any(${times}::timestamptz[]))`
}

/** Returns the number of an order's last attempt, which may be deleted; 0 if none failed. */
export async function findLastAttemptNumber(
  connection: Connection,
  orderId: number,
): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(attempt) as last from payment_attempt_keys where order_id = ${orderId}`.execute(
    connection,
  )
  return rows[0]?.last ?? 0
}

/** Finds the attempt that has one of the provider's IDs of a payment. It may be deleted. */
export async function findAttemptByReference(
  connection: Connection,
  gateway: Gateway,
  references: readonly string[],
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from payment_attempt_keys
    where gateway = ${gateway} and reference = any(${[...references]}::text[]) limit 1`.execute(
    connection,
  )
  return rows[0]?.id
}
