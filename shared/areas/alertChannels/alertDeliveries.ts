import {
  instant,
  integer,
  optional,
  reference,
  references,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { alertKinds } from '#shared/engine/alertKinds.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { alertSeverities } from './alertSeverities.ts'

/** `failed` ones aren't sent again automatically. */
export const deliveryStatuses = {
  waiting: 'Waiting',
  sent: 'Sent',
  fixed: 'Closed',
  failed: 'Failed',
} as const
export type DeliveryStatus = keyof typeof deliveryStatuses

/** What a message says about an alert. */
export const deliveryEvents = {
  opened: 'New',
  changed: 'Update',
  reminder: 'Reminder',
  escalated: 'Escalation',
  fixed: 'Fixed',
} as const
export type DeliveryEvent = keyof typeof deliveryEvents

/** Alerts as sent to channels: one per channel and cause, until the cause is fixed. */
export const alertDeliveries = defineResource({
  name: 'alertDeliveries',
  path: '/alertChannels?deliveries',
  title: { one: 'sent alert', many: 'sent alerts' },
  about: 'Alerts that rules send to channels appear here, with what was delivered and what failed.',
  permission: 'alertChannels',
  fields: { title: text('Alert', { max: 200 }) },
  derived: {
    channelId: reference('Channel', 'alertChannels'),
    status: select('Status', deliveryStatuses),
    event: optional(select('Next message', deliveryEvents)),
    kind: select('Type', alertKinds),
    severity: select('Severity', alertSeverities),
    storeIds: references('Stores', 'stores'),
    openedAt: instant('Since'),
    sends: integer('Messages sent'),
    sentAt: optional(instant('Last sent')),
    attempts: integer('Attempts'),
    nextTryAt: optional(instant('Next attempt')),
    endedAt: optional(instant('Closed')),
    problem: optional(text('Error', { max: 500 })),
  },
  list: {
    columns: ['title', 'channelId', 'sentAt', 'status', 'problem'],
    filters: ['status', 'channelId', 'kind', 'severity', 'storeIds', 'sentAt', 'openedAt'],
    tabs: 'status',
    search: ['title'],
    sort: '-openedAt',
    card: ['channelId', 'sentAt'],
  },
  api: { writes: [], noBulkReason: 'Resend a failed alert from its panel.' },
  relations: { label: 'title' },
})
