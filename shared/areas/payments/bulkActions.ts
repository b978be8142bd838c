import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { attemptFields } from './attemptFields.ts'
import { attemptBulkMessages } from './messages.ts'

/** Bulk actions for failed payments (screens.md, Failed-order payment attempts). */
export const attemptBulkActions = defineBulkActions([
  {
    name: 'retry',
    label: attemptBulkMessages.retry,
    titlePrefix: attemptBulkMessages.retryTitle,
    explanation: attemptBulkMessages.retryExplanation,
    fields: {},
    requiredAction: 'write',
  },
  {
    name: 'link',
    label: attemptBulkMessages.link,
    titlePrefix: attemptBulkMessages.linkTitle,
    explanation: attemptBulkMessages.linkExplanation,
    fields: {},
    requiredAction: 'write',
  },
  {
    name: 'dismiss',
    label: attemptBulkMessages.dismiss,
    titlePrefix: attemptBulkMessages.dismiss,
    explanation: attemptBulkMessages.dismissExplanation,
    fields: { reason: attemptFields.reason },
    requiredAction: 'write',
  },
])
