import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** A card and what its idempotency key is made from. */
type OrderKeyFields = { id: number; tries: number }

export const getGiftCardOrderKey = ({ id, tries }: OrderKeyFields) => `gift-card-${id}-${tries}`

const matchesOrderKey = ({ id, tries }: OrderKeyFields) =>
  sql`id = ${id} and status = 'waiting' and tries = ${tries}`

/**
 * Records that a card is about to be ordered with its key. Returns whether it may have been ordered
 * with it before; null if the card no longer waits, or has a new key. A card requested before
 * `asks` existed counts as requested once.
 */
export async function claimGiftCardOrderKey(
  db: Connection,
  card: OrderKeyFields,
  at: string,
): Promise<{ again: boolean } | null> {
  const { rows } = await sql<{ asks: number }>`
    update gift_cards set asked_at = coalesce(asked_at, ${at}),
      asks = case when asked_at is null then 1 else greatest(asks, 1) + 1 end
    where ${matchesOrderKey(card)} returning asks`.execute(db)
  return rows[0] ? { again: rows[0].asks > 1 } : null
}

/**
 * Records that an attempt was throttled before any work. Runa would repeat this response for the
 * same key, so the next attempt gets a new one, unless another process also used this key: its
 * outcome is unknown. Returns the card's tries.
 */
export async function replaceThrottledOrderKey(
  db: Connection,
  card: OrderKeyFields,
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update gift_cards set asks = asks - 1,
      tries = case when asks = 1 then tries + 1 else tries end,
      asked_at = case when asks = 1 then null else asked_at end
    where ${matchesOrderKey(card)} returning tries`.execute(db)
  return rows[0]?.tries ?? card.tries
}
