import { sql } from 'kysely'
import { webhookDeliveries } from '#shared/areas/webhooks/webhookDeliveries.ts'
import { webhookSubscriptions } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { insertWebhooks } from './seed.ts'
import { subscriptionHooks } from './subscriptionHooks.ts'
import {
  findDueWebhooks,
  sendDueWebhooks,
  wakeWebhookQueue,
  webhookQueueName,
} from './sendDueWebhooks.ts'
import { findWebhookAlerts } from './webhookAlerts.ts'
import { buildWebhookCalls } from './webhookCalls.ts'
import { webhookSecretColumns } from './webhookSecrets.ts'

/** Webhooks tell of every store, so accounts limited to some stores don't see them. */
const allStoresOnly = { condition: () => sql<boolean>`false` }

export const webhooksArea = defineArea({
  name: 'webhooks',
  resources: [webhookSubscriptions, webhookDeliveries],
  hooks: { webhookSubscriptions: subscriptionHooks },
  calls: ({ modules }) => buildWebhookCalls(modules),
  visibility: { webhookSubscriptions: allStoresOnly, webhookDeliveries: allStoresOnly },
  alerts: { integration: findWebhookAlerts },
  queues: [{ name: webhookQueueName, work: sendDueWebhooks }],
  beforeCommit: findDueWebhooks,
  seed: { afterStores: insertWebhooks },
  sealedColumns: webhookSecretColumns.map((column) => ({
    table: webhookSubscriptions.name,
    column,
    sealed: `${column}Sealed`,
  })),
  chores: [
    {
      name: 'webhooks',
      cron: '* * * * *',
      run: wakeWebhookQueue,
      failure: "Events couldn't be sent to webhooks",
    },
  ],
})
