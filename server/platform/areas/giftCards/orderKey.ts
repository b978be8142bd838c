import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** A card and the key that it is ordered with: `tries` is a part of it. */
type OrderKeyFields = { id: number; tries: number }

export const getOrderKey = ({ id, tries }: OrderKeyFields) => `gift-card-${id}-${tries}`

const matchesOrderKey = ({ id, tries }: OrderKeyFields) =>
  sql`id = ${id} and status = 'waiting' and tries = ${tries}`

/**
 * Notes that a card is about to be ordered with its key, and answers whether it may have been before; null where it waits no more, or
 * has another key by now. A card that was asked for before this was counted was asked for once.
 */
export async function claimOrderKey(
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
 * Notes that a try was refused before any work. Runa would answer the same again to its key, so the next try takes a new one; not
 * where anybody else asked with this one, since of that nobody knows the outcome. Answers the tries from now on.
 */
export async function releaseOrderKey(db: Connection, card: OrderKeyFields): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update gift_cards set asks = asks - 1,
      tries = case when asks = 1 then tries + 1 else tries end,
      asked_at = case when asks = 1 then null else asked_at end
    where ${matchesOrderKey(card)} returning tries`.execute(db)
  return rows[0]?.tries ?? card.tries
}
