import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import { accountMessages } from './messages.ts'

/** Creates the log entries for a rejected sign-in: a second one if the next attempt has to wait. */
export const createRejectedSignInEntries = (cause: string, wait = 0): AuditEntry[] => [
  { event: 'auth.refused', cause, severity: 'warning' },
  ...(wait > 0
    ? [
        {
          event: 'auth.lockedOut',
          cause: accountMessages.mustWait,
          severity: 'warning',
          after: { wait },
        } as const,
      ]
    : []),
]
