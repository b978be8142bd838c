import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { deliverWebhook } from './deliverWebhook.ts'
import type { ClaimedWebhook } from './deliverWebhook.ts'

/** Woken when there is something to send. */
export const webhookQueueName = 'webhooks'

/** How long a process has for one request. If it dies, another one sends it again afterward. */
const claimMs = 60_000

/** Deliveries due later than this are found by the chore that runs every minute. */
const webhookWindowMs = 90_000

/**
 * How many webhooks a process sends requests for at the same time. Each gets one request at a time,
 * so a slow receiver delays only its own.
 */
const maxConcurrentWebhooks = 8

/** Sends all due requests. Returns the seconds until the next one, or null if none is due soon. */
export async function sendDueWebhooks(platform: Platform): Promise<number | null> {
  /** The requests under way, by the ID of their webhook. */
  const sending = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  const startSending = (claimed: ClaimedWebhook) =>
    sending.set(
      claimed.subscriptionId,
      deliverWebhook(platform, claimed)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(claimed.subscriptionId)),
    )
  while (!platform.shutdownSignal.aborted && failures.length === 0) {
    const claimed =
      sending.size < maxConcurrentWebhooks
        ? await claimDelivery(platform, [...sending.keys()])
        : undefined
    if (claimed) startSending(claimed)
    else if (sending.size > 0) await Promise.race(sending.values())
    else break
  }
  await Promise.all(sending.values())
  if (failures.length > 0) throw failures[0]
  return getSecondsToNextWebhook(platform)
}

/** Claims the delivery that is due first, of a webhook without a request under way. */
async function claimDelivery(
  { db, now }: Platform,
  busyIds: readonly number[],
): Promise<ClaimedWebhook | undefined> {
  const at = now()
  const { rows } = await sql<ClaimedWebhook>`
    update webhook_deliveries set attempts = attempts + 1, attempted_at = ${at.toISOString()},
      next_try_at = ${new Date(at.getTime() + claimMs).toISOString()}
    from (
      select webhook_deliveries.id as due_id, subscriptions.url, subscriptions.secret_sealed,
        subscriptions.previous_secret_sealed, subscriptions.rotated_until
      from webhook_deliveries join webhook_subscriptions as subscriptions on subscriptions.id = subscription_id
      where webhook_deliveries.status = 'waiting' and next_try_at <= ${at.toISOString()} and active
        and subscription_id <> all(${busyIds}::int[])
      order by next_try_at, webhook_deliveries.id limit 1 for update of webhook_deliveries skip locked) as due
    where id = due_id
    returning id, message_id, subscription_id, attempts, body, url, secret_sealed,
      previous_secret_sealed, rotated_until`.execute(db)
  return rows[0]
}

async function getSecondsToNextWebhook({ db, now }: Platform): Promise<number | null> {
  const at = now().getTime()
  const { rows } = await sql<{ next: string | null }>`
    select min(next_try_at) as next
    from webhook_deliveries join webhook_subscriptions as subscriptions on subscriptions.id = subscription_id
    where webhook_deliveries.status = 'waiting' and active
      and next_try_at <= ${new Date(at + webhookWindowMs).toISOString()}`.execute(db)
  const next = rows[0]?.next ?? null
  return next === null ? null : Math.max(1, Math.ceil((Date.parse(next) - at) / 1000))
}

/** Wakes the queue after a write that has events (migrations/0045_webhooks.ts). */
export async function findDueWebhooks(trx: Connection, at: Date): Promise<string[]> {
  const { rows } = await sql`
    select from webhook_deliveries join webhook_subscriptions as subscriptions on subscriptions.id = subscription_id
    where webhook_deliveries.status = 'waiting' and next_try_at <= ${at.toISOString()} and active limit 1`.execute(
    trx,
  )
  return rows.length > 0 ? [webhookQueueName] : []
}

/** Deliveries are deleted after this many days, unless they wait. */
const retentionDays = 30

/** Deletes old deliveries, and starts sending what is due. */
export async function wakeWebhookQueue(platform: Platform): Promise<void> {
  const oldest = new Date(platform.now().getTime() - retentionDays * 86_400_000).toISOString()
  await sql`
    delete from webhook_deliveries where status <> 'waiting' and happened_at < ${oldest}`.execute(
    platform.db,
  )
  await platform.wakeQueue(webhookQueueName)
}
