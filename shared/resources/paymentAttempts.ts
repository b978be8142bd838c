import { instant, integer, money, optional, reference, select, text } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { attemptStates, gateways, reasons, retryables } from '../payments/attempts.ts'
import { stores } from './stores.ts'
import { owner } from '../users/owner.ts'

/** Attempts to pay orders that failed (screens.md). Those of one order stand alike; members are masked. */
export const paymentAttempts = defineResource({
  name: 'paymentAttempts',
  path: '/paymentAttempt',
  title: { one: 'payment attempt', many: 'payment attempts' },
  about: 'A payment that fails in any store stands here, with what can still be done about it.',
  permission: 'payments',
  fields: {
    orderNumber: text('Order', { max: 20 }),
    storeId: reference('Store', stores),
    member: text('Member', { max: 120 }),
    rawCode: { ...text('Raw code', { max: 80 }), head: 'Code' },
  },
  derived: {
    orderId: integer('Order id'),
    attemptedAt: instant('Time'),
    amount: money('Amount', { currencyOf: 'currency' }),
    currency: text('Currency', { max: 3 }),
    gateway: select('Gateway', gateways),
    cardBrand: { ...optional(text('Card', { max: 20 })), head: 'Method' },
    cardLast4: optional(text('Last four', { max: 4 })),
    attempt: { ...integer('Attempt no', { min: 1 }), head: 'No' },
    reason: select('Reason', reasons),
    retryable: { ...select('Retry can help', retryables), head: 'Retry' },
    status: select('Status', attemptStates),
    nextRetryAt: optional(instant('Next retry')),
    ownerId: owner,
    recoveredAt: optional(instant('Recovered')),
    closedReason: { ...optional(text('Why it was dismissed', { max: 200 })), head: 'Dismissed' },
  },
  scope: 'storeId',
  opens: 'timeline',
  writes: [],
  columns: ['orderNumber', 'status', 'attemptedAt', 'storeId', 'reason'],
  filters: [
    'status',
    'reason',
    'retryable',
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
    'member',
  ],
  tabs: 'status',
  search: ['orderNumber', 'member', 'rawCode', 'storeId'],
  sort: '-attemptedAt',
  label: 'orderNumber',
})
