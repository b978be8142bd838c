import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { select, text } from '#shared/engine/fields/fields.ts'
import { attemptFields } from './attempts.ts'
import { refundMessages } from './refundMessages.ts'

/** Bulk actions for failed payments (screens.md, Failed-order payment attempts). */
export const attemptBulkActions = defineBulkActions([
  {
    name: 'retry',
    label: 'Retry now',
    title: (records) => `Retry ${records}`,
    explanation:
      "The retry charges the members of all orders whose failed payments can be retried. Each order is charged only once, and you can't undo the retry.",
    fields: {},
    requiredAction: 'write',
  },
  {
    name: 'link',
    label: 'Send payment links',
    title: (records) => `Send payment links for ${records}`,
    explanation:
      "Each member gets an email with a link that works for 7 days and replaces earlier links. This can't be undone.",
    fields: {},
    requiredAction: 'write',
  },
  {
    name: 'dismiss',
    label: 'Dismiss',
    title: (records) => `Dismiss ${records}`,
    explanation: 'This cancels their orders, and nothing more is charged.',
    fields: { reason: attemptFields.reason },
    requiredAction: 'write',
  },
])

/** Bulk actions for orders. */
export const orderBulkActions = defineBulkActions([
  {
    name: 'refund',
    label: 'Refund',
    title: (records) => `Refund ${records}`,
    explanation:
      "The payment providers return the money to the members, and you can't undo that. A second operator approves refunds above your limit.",
    fields: {
      scope: select(refundMessages.scope, refundMessages.scopes, { initial: 'duplicates' }),
      reason: text(refundMessages.reason, { max: 200 }),
    },
    requiredAction: 'write',
    isApplicable: ({ status }) => status === 'paid' || status === 'fulfilled',
  },
])
