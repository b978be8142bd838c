import type { BulkAction } from '#shared/engine/bulk/bulk.ts'
import { attemptFields } from './attemptFields.ts'
import { attemptBulkMessages as say } from './messages.ts'

/** What can be done to many failed payments at once (screens.md, Failed-order payment attempts). */
export const attemptBulk: readonly BulkAction[] = [
  {
    name: 'retry',
    label: say.retry,
    asks: say.retryTitle,
    explains: say.retryExplanation,
    fields: {},
    needs: 'write',
  },
  {
    name: 'link',
    label: say.link,
    asks: say.linkTitle,
    explains: say.linkExplanation,
    fields: {},
    needs: 'write',
  },
  {
    name: 'dismiss',
    label: say.dismiss,
    asks: say.dismiss,
    explains: say.dismissExplanation,
    fields: { reason: attemptFields.reason },
    needs: 'write',
  },
]
