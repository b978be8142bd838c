import {
  instant,
  integer,
  money,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { requiredActors, attemptStates, failureReasons, retryOptions } from './attempts.ts'
import { gateways } from './gateways.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'

/**
 * Failed attempts to pay orders (screens.md). All attempts of an order share one state. `member` is
 * the masked name of the member.
 */
export const paymentAttempts = defineResource({
  name: 'paymentAttempts',
  path: '/paymentAttempt',
  title: { one: 'payment attempt', many: 'payment attempts' },
  about: 'Failed payments from all stores appear here, with the actions you can take.',
  permission: 'payments',
  fields: {
    orderNumber: text('Order', { max: 20 }),
    storeId: reference('Store', 'stores'),
    memberId: optional(reference('Member', 'members')),
    rawCode: { ...text("Provider's error code", { max: 80 }), heading: 'Error code' },
  },
  derived: {
    orderId: integer('Order ID'),
    attemptedAt: instant('Time'),
    amount: money('Amount', { currencyField: 'currency' }),
    currency: text('Currency', { max: 3 }),
    gateway: select('Provider', gateways),
    cardBrand: { ...optional(text('Card', { max: 20 })), heading: 'Method' },
    cardLast4: optional(text('Last four', { max: 4 })),
    attempt: { ...integer('Attempt number', { min: 1 }), heading: 'Attempt' },
    reason: select('Reason', failureReasons),
    retryable: { ...select('Retryable', retryOptions), heading: 'Retry' },
    actor: { ...select('Action needed from', requiredActors), heading: 'Action needed from' },
    status: select('Status', attemptStates),
    nextRetryAt: optional(instant('Next retry')),
    processingSince: optional(instant('Processing since')),
    ownerId: ownerField,
    recoveredAt: optional(instant('Recovered')),
    closedReason: { ...optional(text('Reason for dismissal', { max: 200 })), heading: 'Dismissed' },
  },
  list: {
    columns: ['orderNumber', 'amount', 'status', 'attemptedAt', 'storeId', 'reason'],
    filters: [
      'status',
      'reason',
      'retryable',
      'actor',
      'storeId',
      'attemptedAt',
      'gateway',
      'ownerId',
      'nextRetryAt',
      'recoveredAt',
      'amount',
      'currency',
      'cardBrand',
      'cardLast4',
      'rawCode',
      'attempt',
      'orderNumber',
      'memberId',
    ],
    tabs: 'status',
    search: ['orderNumber', 'rawCode', 'storeId'],
    sort: '-attemptedAt',
    card: ['storeId', 'reason'],
    defaultPanel: 'timeline',
  },
  api: {
    comments: true,
    writes: [],
    hasCustomBulk: true,
    extraColumns: ['unclear', 'member'],
  },
  relations: {
    label: 'orderNumber',
    scope: 'storeId',
    disambiguatingFields: ['storeId', 'memberId'],
  },
})
