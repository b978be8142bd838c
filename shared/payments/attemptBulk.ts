import type { BulkAction } from '../engine/bulk.ts'
import { attemptFields } from './attemptFields.ts'

/** What can be done to many failed payments at once (screens.md, Failed-order payment attempts). */
export const attemptBulk: readonly BulkAction[] = [
  {
    name: 'retry',
    label: 'Retry now',
    asks: 'Retry',
    explains:
      'Each order is charged once, whose last payment failed and can be charged again. It cannot be undone.',
    fields: {},
    needs: 'write',
  },
  {
    name: 'link',
    label: 'Send payment links',
    asks: 'Send payment links for',
    explains:
      "Each member gets an email with a link that works for 7 days and takes any card. Earlier links stop working. This can't be undone.",
    fields: {},
    needs: 'write',
  },
  {
    name: 'dismiss',
    label: 'Dismiss',
    asks: 'Dismiss',
    explains: 'Their orders are cancelled, and nothing is charged any more.',
    fields: { reason: attemptFields.reason },
    needs: 'write',
  },
]
