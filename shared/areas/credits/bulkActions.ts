import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { creditReasonField } from './creditEntries.ts'

/** Bulk actions for ledger entries (screens.md, Credits). */
export const creditBulkActions = defineBulkActions([
  {
    name: 'expire',
    label: 'Expire',
    title: (records) => `Expire the remaining credits in ${records}`,
    explanation:
      "Each entry's remaining credits expire now and count toward your 24-hour limits. Members can no longer spend them, and you can't undo this.",
    fields: { reason: creditReasonField },
    requiredAction: 'write',
    isApplicable: ({ remaining }) => Number(remaining ?? 0) > 0,
  },
])
