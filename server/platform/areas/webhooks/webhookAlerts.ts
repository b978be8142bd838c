import { sql } from 'kysely'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { webhookCallMessages } from './messages.ts'

/** The rank of alerts about webhooks: programs outside don't learn what happened. */
const webhookRank = 640

/** Finds webhooks that the platform disabled, and those that have failed for an hour. */
export async function findWebhookAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const { rows } = await sql<{ id: number; name: string; status: string; failingSince: string }>`
    select id, name, status, failing_since from webhook_subscriptions
    where status = 'disabled'
      or status = 'failing' and failing_since < ${at}::timestamptz - interval '1 hour'
    order by id`.execute(trx)
  return rows.map(({ id, name, status, failingSince }) => ({
    subject: `webhook/${id}`,
    kind: 'integration',
    permission: webhookSubscriptions.permission,
    title:
      status === 'disabled'
        ? webhookCallMessages.disabled(name)
        : webhookCallMessages.failing(name),
    detail: webhookCallMessages.detail,
    storeIds: [],
    rank: webhookRank,
    since: failingSince,
    fix: getRecordUrl(webhookSubscriptions, { id }),
  }))
}
