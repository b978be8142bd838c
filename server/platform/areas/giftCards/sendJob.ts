import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { runWithStoreStats } from '../stores/recomputeStoreStats.ts'
import { completeCard } from './completeCard.ts'
import { orderCard } from './orderCard.ts'
import { giftCardMessages } from './messages.ts'

/** Runa is asked before the row's transaction: killed in between, the card waits, and the same key tells its outcome. */
export const sendGiftCardJob = defineJob({
  name: 'giftCards.send',
  permission: 'giftCards:write',
  async prepare(platform: Platform, { targetId }) {
    return orderCard(platform, Number(targetId))
  },
  async perform({ trx, platform, now, audit }, { targetId, label }, ordered) {
    if (!ordered) return { outcome: 'unchanged', sentence: giftCardMessages.alreadyHandled }
    await completeCard({ trx, platform, now, audit }, Number(targetId), ordered)
    if (ordered.result !== 'sent') return { outcome: 'unchanged', sentence: ordered.problem }
    return { outcome: 'done', sentence: giftCardMessages.sent(label) }
  },
})

/** Milliseconds that a card is left to the job that orders it; cards in one go, and at once. */
const [lostAfterMs, maxCardsPerRun, maxConcurrentCards] = [2 * 60_000, 200, 10]

/**
 * Orders what waits and nobody heard the end of, with the same keys: what was made is told again, and nothing is made twice.
 * What cannot be ordered now, its environment frozen or its product gone, takes no other's place; nor does what goes on without an
 * outcome: first comes what was not looked at for longest.
 */
export async function orderQueuedCards(platform: Platform): Promise<void> {
  const now = platform.now()
  const before = new Date(now.getTime() - lostAfterMs).toISOString()
  const { rows } = await sql<{ id: number }>`
    update gift_cards set looked_at = ${now.toISOString()} where id in (
      select card.id from gift_cards as card join gift_card_setup as setup on setup.environment = card.environment
      where status = 'waiting' and card.sent_at < ${before} and product_id is not null and not frozen
      order by coalesce(card.looked_at, card.sent_at), card.id limit ${maxCardsPerRun})
    returning id`.execute(platform.db)
  await mapConcurrently(maxConcurrentCards, rows, ({ id }) =>
    orderQueuedCard(platform, id).catch((err: unknown) =>
      platform.log.warn({ err, giftCard: id }, "A waiting gift card couldn't be ordered"),
    ),
  )
}

export async function orderQueuedCard(platform: Platform, id: number): Promise<void> {
  const ordered = await orderCard(platform, id)
  if (!ordered) return
  const afterwards = await runWithStoreStats(platform, async (trx, at) => {
    const now = at.toISOString()
    const audit = createAuditor(trx, { asked: { id: 'giftCards', ip: '' }, now, actor: 'platform' })
    return completeCard({ trx, platform, now, audit }, id, ordered)
  })
  await afterwards?.()
}
