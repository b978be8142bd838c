import {
  instant,
  list,
  optional,
  references,
  required,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { webhookEventLabels } from './webhookEvents.ts'

/** `failing` ones still get events; `disabled` ones failed for days, and get none. */
export const subscriptionStatuses = {
  active: 'Active',
  failing: 'Failing',
  disabled: 'Disabled',
  paused: 'Paused',
} as const
export type SubscriptionStatus = keyof typeof subscriptionStatuses

const { ping: _ping, ...eventLabels } = webhookEventLabels

/** `http` only reaches this machine. */
const urlPattern = {
  matches: /^(https:\/\/[^\s"'<>]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/[^\s"'<>]*)$/,
  message: 'The URL must start with https://.',
}

/** Programs that get a signed request for each event that they subscribe to. */
export const webhookSubscriptions = defineResource({
  name: 'webhookSubscriptions',
  title: { one: 'webhook', many: 'webhooks' },
  about: 'Webhooks notify your programs of events with signed requests.',
  permission: 'apiKeys',
  fields: {
    name: text('Name', { max: 80 }),
    url: text('URL', { max: 2000, pattern: urlPattern }),
    events: required(
      list('Events', { max: 40, options: eventLabels }),
      'Choose at least one event.',
    ),
    storeIds: references('Stores', 'stores', { emptyLabel: 'All stores' }),
    active: toggle('Active', {
      hint: "While a webhook is paused, events aren't recorded for it.",
    }),
  },
  derived: {
    status: select('Status', subscriptionStatuses),
    lastDeliveredAt: optional(instant('Last delivered')),
    failingSince: optional(instant('Failing since')),
    secretChangedAt: optional(instant('Secret created')),
    rotatedUntil: optional(instant('Old secret works until')),
  },
  list: {
    columns: ['name', 'url', 'events', 'lastDeliveredAt', 'status'],
    filters: ['status', 'events', 'lastDeliveredAt'],
    tabs: 'status',
    search: ['name', 'url'],
    card: ['url', 'lastDeliveredAt'],
  },
  api: {
    writes: ['change', 'delete'],
    unique: [['name']],
    noBulkReason: 'Change and test one webhook at a time.',
  },
  relations: { disambiguatingFields: ['url'] },
})
