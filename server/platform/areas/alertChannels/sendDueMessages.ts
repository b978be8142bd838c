import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { claimMessage } from './claimMessage.ts'
import { sendMessage } from './sendMessage.ts'

/** Woken when there is something to send. */
export const deliveryQueueName = 'alertDeliveries'

/** Messages due later than this are found by the chore that runs every minute. */
const nextRunWindowMs = 90_000

/** How many channels a process sends to at the same time. A slow one doesn't delay the others. */
const maxConcurrentChannels = 4

/** Sends all due messages. Returns the seconds until the next one, or null if none is due soon. */
export async function sendDueMessages(platform: Platform): Promise<number | null> {
  const sendInTurn = async () => {
    while (!platform.shutdownSignal.aborted) {
      const claimed = await claimMessage(platform)
      if (!claimed) break
      await sendMessage(platform, claimed)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentChannels }, sendInTurn))
  return getSecondsToNext(platform)
}

async function getSecondsToNext({ db, now }: Platform): Promise<number | null> {
  const at = now().getTime()
  const { rows } = await sql<{ next: string | null }>`
    select min(greatest(next_try_at, next_message_at)) as next
    from alert_deliveries join alert_channels on alert_channels.id = channel_id
    where alert_deliveries.status = 'waiting' and alert_channels.state in ('active', 'degraded')
      and next_try_at <= ${new Date(at + nextRunWindowMs).toISOString()}`.execute(db)
  const next = rows[0]?.next ?? null
  return next === null ? null : Math.max(1, Math.ceil((Date.parse(next) - at) / 1000))
}
