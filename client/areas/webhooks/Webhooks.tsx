import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  webhookDeliveries,
  webhookDeliveryStatuses,
} from '#shared/areas/webhooks/webhookDeliveries.ts'
import type { WebhookDeliveryStatus } from '#shared/areas/webhooks/webhookDeliveries.ts'
import {
  subscriptionStatuses,
  webhookSubscriptions,
} from '#shared/areas/webhooks/webhookSubscriptions.ts'
import type { SubscriptionStatus } from '#shared/areas/webhooks/webhookSubscriptions.ts'
import { webhookEventLabels } from '#shared/areas/webhooks/webhookEvents.ts'
import type { WebhookEvent } from '#shared/areas/webhooks/webhookEvents.ts'
import { RowMenu, Status, createListScreen, switchScreens } from '#client/frame/index.ts'
import { webhooksMessages } from './messages.ts'
import { buildDeliveriesUrl, deliveryPanels, webhookPanels } from './panels.tsx'

const subscriptionTones = {
  active: 'good',
  failing: 'bad',
  disabled: 'bad',
  paused: 'off',
} as const
const deliveryTones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

function renderSubscriptionStatus(record: AnyRecord) {
  const status = record['status'] as SubscriptionStatus // The definition says so.
  return <Status tone={subscriptionTones[status]}>{subscriptionStatuses[status]}</Status>
}

function renderDeliveryStatus(record: AnyRecord) {
  const status = record['status'] as WebhookDeliveryStatus // As above.
  return <Status tone={deliveryTones[status]}>{webhookDeliveryStatuses[status]}</Status>
}

function renderWebhookActions(webhook: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(webhookSubscriptions, view)
  const resource = webhookSubscriptions
  return (
    <RowMenu
      label={webhooksMessages.more(getLabel(resource, webhook))}
      entries={[
        [webhooksMessages.deliveries, buildDeliveriesUrl(webhook.id)],
        [webhooksMessages.settings, buildPanelUrl('edit', webhook.id), resource, 'write'],
        [webhooksMessages.ping, buildPanelUrl('ping', webhook.id), resource, 'write'],
        [webhooksMessages.replay, buildPanelUrl('replay', webhook.id), resource, 'write'],
        [webhooksMessages.secret, buildPanelUrl('secret', webhook.id), resource, 'write'],
        [webhooksMessages.delete, buildPanelUrl('delete', webhook.id), resource, 'delete'],
      ]}
    />
  )
}

const webhooksScreen = createListScreen(
  webhookSubscriptions,
  {
    invite: { to: `${webhookSubscriptions.path}?create`, label: webhooksMessages.create },
    cells: { status: renderSubscriptionStatus },
    rowActions: renderWebhookActions,
  },
  webhookPanels,
)

const deliveriesScreen = createListScreen(
  webhookDeliveries,
  {
    cells: { status: renderDeliveryStatus },
    formatName: ({ event }) => webhookEventLabels[event as WebhookEvent] ?? String(event),
  },
  deliveryPanels,
)

/** Webhooks, and what was sent to them. */
export const { loader, action, Component, panels } = switchScreens(webhooksScreen, {
  deliveries: deliveriesScreen,
})
