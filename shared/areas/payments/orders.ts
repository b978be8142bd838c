import { instant, money, optional, reference, select, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

const orderStates = {
  paid: 'Paid',
  fulfilled: 'Fulfilled',
  unpaid: 'Unpaid',
  cancelled: 'Canceled',
} as const

/** What an operator should look at. */
const orderIssues = { chargedTwice: 'Charged twice', disputed: 'Disputes' } as const
export type OrderIssue = keyof typeof orderIssues

/**
 * Orders of all stores, which the stores create. Each links to the attempts to pay it. `member` is
 * the masked name of the member.
 */
export const orders = defineResource({
  name: 'orders',
  path: '/paymentAttempt?orders',
  title: { one: 'order', many: 'orders' },
  about: 'Orders that members place in stores appear here.',
  permission: 'payments',
  fields: {
    number: text('Order', { max: 20 }),
    storeId: reference('Store', 'stores'),
    memberId: optional(reference('Member', 'members')),
    placedAt: instant('Placed'),
    amount: money('Amount', { currencyField: 'currency' }),
    currency: text('Currency', { max: 3 }),
    status: select('Status', orderStates),
  },
  derived: { issue: optional(select('Issue', orderIssues)) },
  list: {
    columns: ['placedAt', 'number', 'storeId', 'memberId', 'amount', 'status'],
    tabs: 'issue',
    search: ['number'],
    sort: '-placedAt',
    card: ['memberId', 'storeId'],
    large: true,
    defaultPanel: 'order',
  },
  api: {
    comments: true,
    writes: [],
    appendOnly: ['placedAt'],
    extraColumns: ['member'],
    hasCustomBulk: true,
  },
  relations: { label: 'number', scope: 'storeId', disambiguatingFields: ['storeId', 'memberId'] },
})
