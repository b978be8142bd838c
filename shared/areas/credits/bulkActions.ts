import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { creditExpiryMessages } from './messages.ts'
import { creditReasonField } from './creditReasonField.ts'

/** Bulk actions for ledger entries (screens.md, Credits). */
export const creditBulkActions = defineBulkActions([
  {
    name: 'expire',
    label: creditExpiryMessages.label,
    titlePrefix: creditExpiryMessages.asks,
    explanation: creditExpiryMessages.explains,
    fields: { reason: creditReasonField },
    requiredAction: 'write',
    isApplicable: ({ remaining }) => Number(remaining ?? 0) > 0,
  },
])
