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
import { gateways } from './gateways.ts'

/** States of a dispute. Only the first one waits for an operator. */
export const disputeStates = {
  open: 'Response needed',
  review: 'Under review',
  won: 'Won',
  lost: 'Lost',
} as const
export type DisputeState = keyof typeof disputeStates

/** Payments that members disputed with their bank or with the provider, which reports them. */
export const disputes = defineResource({
  name: 'disputes',
  path: '/paymentAttempt?disputes',
  title: { one: 'dispute', many: 'disputes' },
  about:
    'Payments that members dispute with their bank or payment provider appear here. Respond at the provider before the due date.',
  permission: 'payments',
  fields: {
    orderNumber: text('Order', { max: 20 }),
    storeId: reference('Store', 'stores'),
    memberId: optional(reference('Member', 'members')),
    openedAt: instant('Opened'),
    amount: money('Amount', { currencyField: 'currency' }),
    currency: text('Currency', { max: 3 }),
    gateway: select('Provider', gateways),
    reason: optional(text('Reason', { max: 200 })),
    status: select('Status', disputeStates),
    dueAt: optional(instant('Respond by')),
    closedAt: optional(instant('Closed')),
    reference: text("Provider's ID", { max: 200 }),
  },
  derived: { orderId: integer('Order ID') },
  list: {
    columns: ['openedAt', 'status', 'dueAt', 'amount', 'storeId'],
    tabs: 'status',
    card: ['orderNumber', 'storeId'],
    search: ['orderNumber', 'reference'],
    sort: '-openedAt',
    defaultPanel: 'dispute',
  },
  api: {
    writes: [],
    appendOnly: ['openedAt', 'dueAt'],
    noBulkReason: 'Respond to disputes at the provider.',
  },
  relations: {
    label: 'orderNumber',
    scope: 'storeId',
    disambiguatingFields: ['storeId', 'reference'],
  },
})
