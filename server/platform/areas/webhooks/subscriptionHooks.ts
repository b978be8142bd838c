import { sql } from 'kysely'
import { webhookEventLabels, webhookEvents } from '#shared/areas/webhooks/webhookEvents.ts'
import type { WebhookEvent } from '#shared/areas/webhooks/webhookEvents.ts'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { can } from '#shared/permissions/can.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import { webhookCallMessages } from './messages.ts'

const isEvent = (name: string): name is WebhookEvent => name in webhookEvents

/**
 * A webhook reports every store to a program, so only operators of all stores write them, and only
 * about areas that they can view.
 */
export const subscriptionHooks: ResourceHooks = {
  async authorize({ caller, trx }, { before, values }) {
    requireAllStores(webhookSubscriptions, caller)
    // The log of a webhook goes with it, so it doesn't keep the webhook from being deleted.
    if (before && !values)
      await sql`delete from webhook_deliveries where subscription_id = ${before.id}`.execute(trx)
  },
  async afterWrite({ caller, trx, now }, records) {
    for (const record of records) requireReadableEvents(record, caller)
    const ids = records.map(({ id }) => id)
    await sql`
      update webhook_subscriptions set failing_since = null,
        status = case when active then 'active' else 'paused' end
      where id = any(${ids}::int[]) and (active and status in ('paused', 'disabled')
        or not active and status not in ('paused', 'disabled'))`.execute(trx)
    // A paused webhook gets nothing, not even what waits.
    await sql`
      update webhook_deliveries set next_try_at = case when active then ${now}::timestamptz end
      from webhook_subscriptions
      where webhook_subscriptions.id = subscription_id and subscription_id = any(${ids}::int[])
        and webhook_deliveries.status = 'waiting'
        and active = (next_try_at is null)`.execute(trx)
  },
}

function requireReadableEvents({ events }: AnyRecord, { permissions }: Account): void {
  const chosen = Array.isArray(events) ? events.map(String).filter(isEvent) : []
  const unreadable = chosen.filter((event) => !can(permissions, webhookEvents[event], 'read'))
  if (unreadable.length > 0)
    throw validationFailed({
      events: webhookCallMessages.unreadableEvents(
        unreadable.map((event) => webhookEventLabels[event]),
      ),
    })
}
