import { sql } from 'kysely'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { completeCard } from './completeCard.ts'
import { orderGiftCard } from './orderGiftCard.ts'
import { giftCardMessages } from './messages.ts'

/**
 * Orders the card before the row's transaction. If the process ends in between, the card still
 * waits, and the same key returns its outcome.
 */
export const sendGiftCardJob = defineJob({
  name: 'giftCards.send',
  permission: 'giftCards:write',
  async prepare(platform: Platform, { targetId }) {
    return orderGiftCard(platform, Number(targetId))
  },
  async perform({ trx, platform, now, audit }, { targetId, label }, attempt) {
    if (!attempt) return { outcome: 'unchanged', sentence: giftCardMessages.alreadyHandled }
    await completeCard({ trx, platform, now, audit }, Number(targetId), attempt)
    if (attempt.result !== 'sent') return { outcome: 'unchanged', sentence: attempt.problem }
    return { outcome: 'done', sentence: giftCardMessages.sent(label) }
  },
})

/**
 * How long a card is left to its own job, in milliseconds; then the maximum number of cards per
 * run, and at once.
 */
const [lostAfterMs, maxCardsPerRun, maxConcurrentCards] = [2 * 60_000, 200, 10]

/**
 * Orders waiting cards whose outcome was lost. The same keys return the orders already placed, so
 * nothing is ordered twice. Skips frozen environments and deleted products. Cards not checked for
 * the longest come first, so cards that stay without an outcome don't block others.
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
    orderAndCompleteGiftCard(platform, id).catch((err: unknown) =>
      platform.log.warn({ err, giftCard: id }, "A waiting gift card couldn't be ordered"),
    ),
  )
}

export async function orderAndCompleteGiftCard(platform: Platform, id: number): Promise<void> {
  const attempt = await orderGiftCard(platform, id)
  if (!attempt) return
  const sendEmail = await runInTransaction(platform, async (trx, at) => {
    const now = at.toISOString()
    const audit = createAuditor(trx, { asked: { id: 'giftCards', ip: '' }, now, actor: 'platform' })
    return completeCard({ trx, platform, now, audit }, id, attempt)
  })
  await sendEmail?.()
}
