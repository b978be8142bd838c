import {
  instant,
  integer,
  longText,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { webhookEventLabels } from './webhookEvents.ts'

/** `failed` ones aren't sent again until an operator replays them. */
export const webhookDeliveryStatuses = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
} as const
export type WebhookDeliveryStatus = keyof typeof webhookDeliveryStatuses

/** Requests to webhooks: one for each event and webhook, however often it's attempted. */
export const webhookDeliveries = defineResource({
  name: 'webhookDeliveries',
  path: '/webhookSubscriptions?deliveries',
  title: { one: 'webhook delivery', many: 'webhook deliveries' },
  about: 'Deliveries show each request to a webhook, its response, and the next attempt.',
  permission: 'apiKeys',
  fields: { messageId: text('Message ID', { max: 40 }) },
  derived: {
    event: select('Event', webhookEventLabels),
    subscriptionId: reference('Webhook', 'webhookSubscriptions'),
    happenedAt: instant('Time'),
    status: select('Status', webhookDeliveryStatuses),
    attempts: integer('Attempts'),
    attemptedAt: optional(instant('Last attempt')),
    responseStatus: optional(integer('Response')),
    durationMs: optional(integer('Duration (ms)')),
    nextTryAt: optional(instant('Next attempt')),
    problem: optional(text('Error', { max: 500 })),
    body: longText('Request', { max: 10_000 }),
  },
  list: {
    columns: ['messageId', 'event', 'subscriptionId', 'happenedAt', 'status'],
    filters: ['status', 'subscriptionId', 'event', 'happenedAt', 'responseStatus'],
    tabs: 'status',
    search: ['messageId'],
    sort: '-happenedAt',
    card: ['event', 'subscriptionId'],
    defaultPanel: 'delivery',
  },
  api: { writes: [], noBulkReason: 'Replay failed deliveries from their webhook.' },
  relations: { label: 'messageId' },
})
