import type { PermissionKey } from '#shared/permissions/permissions.ts'
import { webhookMessages } from './messages.ts'

/** The events that programs can subscribe to, each with the area whose viewers may. */
export const webhookEvents = {
  'store.changed': 'storesRead',
  'alert.opened': 'ordersRead',
  'alert.fixed': 'ordersRead',
  'import.finished': 'ordersRead',
  'bulkChange.finished': 'ordersRead',
  'order.paid': 'payments',
  'payment.failed': 'payments',
  'refund.succeeded': 'payments',
  'member.joined': 'dashboardRead',
  'giftCard.sent': 'giftCards',
  'user.invited': 'users',
} as const satisfies Record<string, PermissionKey>
export type WebhookEvent = keyof typeof webhookEvents

/** The events and the one of a test, with their labels. */
export const webhookEventLabels: Readonly<Record<WebhookEvent | 'ping', string>> =
  webhookMessages.events
