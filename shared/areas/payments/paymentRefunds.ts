import {
  actor,
  instant,
  money,
  optional,
  reference,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { gateways } from './gateways.ts'
import { refundMessages } from './refundMessages.ts'
import { refundStates } from './refunds.ts'

/**
 * Refunds of charges: made by operators, or at the payment provider. Above a limit, a second
 * operator approves them (refunds.ts).
 */
export const paymentRefunds = defineResource({
  name: 'paymentRefunds',
  path: '/paymentAttempt?refunds',
  title: { one: 'refund', many: 'refunds' },
  about: 'Refunds that operators request, or that are made at the payment provider, appear here.',
  permission: 'payments',
  fields: {
    reason: text(refundMessages.reason, { max: 200 }),
    orderId: reference('Order', 'orders'),
    storeId: reference('Store', 'stores'),
    amount: money(refundMessages.amount, { currencyField: 'currency', min: 1 }),
    currency: text('Currency', { max: 3 }),
    gateway: select('Provider', gateways),
    asCredits: toggle('As credits', { initial: false }),
    reference: optional(text("Provider's refund ID", { max: 200 })),
  },
  derived: {
    memberId: optional(reference('Member', 'members')),
    state: select('Status', refundStates),
    endedAt: optional(instant('Ended')),
    failure: optional(text('Reason for failure', { max: 400 })),
    decidedBy: optional(actor('Reviewed by')),
    decidedAt: optional(instant('Decided')),
    decisionReason: optional(text('Decision reason', { max: 200 })),
    recordedBy: optional(actor('Result recorded by')),
    recordedReason: optional(text('Reason for result', { max: 200 })),
  },
  list: {
    columns: ['reason', 'amount', 'state', 'storeId', 'orderId'],
    tabs: 'state',
    search: ['reason', 'reference'],
    sort: '-createdAt',
    card: ['storeId', 'orderId'],
    defaultPanel: 'refund',
  },
  form: {
    sections: [
      { title: 'Refund', fields: ['reason', 'amount', 'currency', 'asCredits'] },
      { title: 'Payment', fields: ['orderId', 'storeId', 'gateway', 'reference'] },
    ],
  },
  api: {
    writes: [],
    noBulkReason: 'Refunds are approved, rejected, and retried one at a time.',
    /** The account of the requester, and the charge that is refunded. */
    extraColumns: ['askerId', 'chargeId'],
  },
  relations: { label: 'reason', scope: 'storeId', disambiguatingFields: ['storeId'] },
})
