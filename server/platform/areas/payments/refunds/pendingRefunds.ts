import { sql } from 'kysely'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendRefund } from './sendRefund.ts'

/** Woken after writes that leave many refunds to their providers. */
export const refundQueueName = 'refunds'

/** How many refunds are looked at at once. Each is locked on its own. */
const maxConcurrentRefunds = 10

/**
 * Completes refunds without an outcome, with growing pauses for each and up to a number. Those that
 * were looked at longest ago come first, so a provider that doesn't answer can't block the others.
 */
export async function completePendingRefunds(platform: Platform, maxRefunds = 200): Promise<void> {
  const at = platform.now().toISOString()
  const { rows } = await sql<{ id: number }>`
    select id from payment_refunds
    where state in ('requested', 'processing') and coalesce(next_look_at, '-infinity') <= ${at}
    order by next_look_at nulls first, id limit ${maxRefunds}`.execute(platform.db)
  await mapConcurrently(maxConcurrentRefunds, rows, ({ id }) =>
    sendRefund(platform, id).catch((err: unknown) =>
      platform.log.warn({ err, refundId: id }, "A refund's outcome couldn't be checked"),
    ),
  )
}
