import type { BulkAction } from '#shared/engine/bulk/bulk.ts'
import { creditExpiryMessages as say } from './creditMessages.ts'
import { creditReasonField } from './creditReason.ts'

/** What can be done to many entries of the ledger at once (screens.md, Credits). */
export const creditBulk: readonly BulkAction[] = [
  {
    name: 'expire',
    label: say.label,
    asks: say.asks,
    explains: say.explains,
    fields: { reason: creditReasonField },
    needs: 'write',
    fits: ({ remaining }) => Number(remaining ?? 0) > 0,
  },
]
