import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeliveryEvent } from '#shared/areas/alertChannels/alertDeliveries.ts'
import type { AlertSeverity } from '#shared/areas/alertChannels/alertSeverities.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getChannelType } from './channelTypes.ts'

/** A channel gets at most one message in this time. */
const messageIntervalMs = 60_000

/** How many alerts one message can be about. */
const maxMessageAlerts = 200

export type ClaimedDelivery = {
  id: number
  subject: string
  event: DeliveryEvent
  title: string
  detail: string | null
  severity: AlertSeverity
  storeIds: number[]
  fix: string
  messageKey: string
  /** The provider's ID of the thread about it, if one was started. */
  threadId: string | null
  sends: number
  attempts: number
  batch: string | null
}

/** The deliveries that one message is about, claimed for this process. */
export type ClaimedMessage = {
  /** The same for each attempt to send it. */
  batch: string
  channel: AnyRecord
  deliveries: ClaimedDelivery[]
  at: string
}

/**
 * Claims the next due message: everything that waits for one channel whose minute is over. If the
 * process dies, the claim ends after the channel's deduplication window.
 */
export const claimMessage = ({ db, now }: Platform): Promise<ClaimedMessage | null> =>
  db.transaction().execute(async (trx) => {
    const at = now().toISOString()
    const { rows: channels } = await sql<AnyRecord>`
      select * from alert_channels where state in ('active', 'degraded')
        and coalesce(next_message_at, '-infinity') <= ${at} and exists (
          select from alert_deliveries where channel_id = alert_channels.id and status = 'waiting' and next_try_at <= ${at})
      order by next_message_at nulls first, id limit 1 for update skip locked`.execute(trx)
    const [channel] = channels
    if (!channel) return null
    const { repeatAfterMinutes, maxThreads = Infinity } = getChannelType(channel['type'])
    const due = limitThreads(await loadDueDeliveries(trx, channel.id, at), maxThreads)
    const batch = due[0]?.batch ?? randomUUID()
    const addToTime = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
    await sql`update alert_channels set next_message_at = ${addToTime(messageIntervalMs)}
      where id = ${channel.id}`.execute(trx)
    const { rows: deliveries } = await sql<ClaimedDelivery>`
      update alert_deliveries set batch = ${batch}, attempts = attempts + 1,
        next_try_at = ${addToTime(repeatAfterMinutes * 60_000)}, message_key = case
          when sends = 0 and ${due.filter(({ sends }) => sends === 0).length > 1} then ${batch} else message_key end
      where id = any(${due.map(({ id }) => id)}::int[])
      returning id, subject, event, title, detail, severity, store_ids, fix, message_key, thread_id, sends, attempts, batch`.execute(
      trx,
    )
    return { batch, channel, deliveries, at }
  })

type DueDelivery = Pick<ClaimedDelivery, 'id' | 'sends' | 'batch' | 'threadId'>

/** Leaves out deliveries of further threads, which the next message is about. */
function limitThreads(due: readonly DueDelivery[], maxThreads: number): DueDelivery[] {
  const threads = [...new Set(due.flatMap(({ threadId }) => threadId ?? []))].slice(0, maxThreads)
  return due.filter(({ threadId }) => threadId === null || threads.includes(threadId))
}

/** Loads what the next message is about. A message whose outcome is unknown is sent again unchanged. */
async function loadDueDeliveries(
  trx: Connection,
  channelId: number,
  at: string,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select id, sends, batch, thread_id from alert_deliveries
    where channel_id = ${channelId} and status = 'waiting' and next_try_at <= ${at}
    order by batch nulls last, next_try_at, id limit ${maxMessageAlerts} for update`.execute(trx)
  const batch = rows[0]?.batch ?? null
  return rows.filter((row) => row.batch === batch)
}
