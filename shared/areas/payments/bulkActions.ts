import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { attemptFields } from './attempts.ts'

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
