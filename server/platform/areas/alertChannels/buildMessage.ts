import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildAlertLink } from './alertLinks.ts'
import type { AlertItem, AlertThread, ChannelMessage } from './channelMessage.ts'
import type { ClaimedDelivery, ClaimedMessage } from './claimMessage.ts'

/** What an item of a message is built from. */
type SentAlert = Pick<
  ClaimedDelivery,
  'subject' | 'messageKey' | 'event' | 'title' | 'detail' | 'severity' | 'storeIds' | 'fix'
>

/** Builds the message about claimed deliveries, with the threads that they belong to. */
export async function buildMessage(
  { db, secrets, consoleOrigin }: Platform,
  { batch, channel, deliveries, at }: ClaimedMessage,
): Promise<ChannelMessage> {
  const closedKeys = await findClosedKeys(db, channel.id, deliveries)
  const threadAlerts = await loadThreadAlerts(db, channel.id, deliveries)
  const alertIds = await findAlertIds(db, [...deliveries, ...threadAlerts])
  const buildUrl = (path: string) => new URL(path, consoleOrigin).href
  const toItem = (alert: SentAlert): AlertItem => {
    const { subject, messageKey, event, title, detail, severity, storeIds, fix } = alert
    const alertId = alertIds.get(subject) ?? null
    return {
      key: messageKey,
      subject,
      event,
      title,
      detail,
      severity,
      stores: storeIds.length,
      url: buildUrl(fix),
      alertId,
      responseUrl:
        alertId === null
          ? null
          : buildAlertLink({ secrets, consoleOrigin }, { alertId, recipient: null, at }),
      closesKey: event === 'fixed' && closedKeys.has(messageKey),
    }
  }
  const threads = [...Map.groupBy(threadAlerts, ({ threadId }) => threadId)].flatMap(
    ([id, alerts]): AlertThread[] => {
      const items = alerts.map(toItem)
      return items[0] ? [{ id, key: items[0].key, items }] : []
    },
  )
  return { id: batch, at, items: deliveries.map(toItem), threads, url: buildUrl(allAlertsPath) }
}

const allAlertsPath = '/dashboard?attention'

/** Loads the alerts of the threads that deliveries belong to, as they are now. */
async function loadThreadAlerts(
  db: Connection,
  channelId: number,
  deliveries: readonly ClaimedDelivery[],
): Promise<(SentAlert & { threadId: string })[]> {
  const threadIds = deliveries.flatMap(({ threadId }) => threadId ?? [])
  if (threadIds.length === 0) return []
  const { rows } = await sql<SentAlert & { threadId: string }>`
    select subject, message_key, title, detail, severity, store_ids, fix, thread_id,
      case when ended_at is not null or event is not distinct from 'fixed' then 'fixed' else 'opened' end as event
    from alert_deliveries where channel_id = ${channelId} and thread_id = any(${threadIds}::text[])
    order by id`.execute(db)
  return rows
}

/** Finds the IDs of the alerts that are open, by their subjects. */
async function findAlertIds(
  db: Connection,
  alerts: readonly Pick<SentAlert, 'subject'>[],
): Promise<Map<string, number>> {
  const subjects = alerts.map(({ subject }) => subject)
  const { rows } = await sql<{ subject: string; id: number }>`
    select subject, id from attention_items where subject = any(${subjects}::text[])`.execute(db)
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}

/** Finds the keys of fixed alerts whose other alerts are fixed too. */
async function findClosedKeys(
  db: Connection,
  channelId: number,
  deliveries: readonly ClaimedDelivery[],
): Promise<Set<string>> {
  const keys = deliveries.flatMap(({ event, messageKey }) => (event === 'fixed' ? messageKey : []))
  const { rows } = await sql<{ key: string }>`
    select message_key as key from alert_deliveries
    where channel_id = ${channelId} and message_key = any(${keys}::text[]) and ended_at is null
    group by message_key having bool_and(event is not distinct from 'fixed')`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
