import type { StoreRow } from '#server/platform/demoData/rows.ts'
import { storeDefaultsRow } from '#server/platform/demoData/storeDefaults.ts'

export type LogEvent = {
  stream: 'audit' | 'security' | 'integrations' | 'jobs' | 'errors'
  severity: 'info' | 'warning' | 'error'
  event: string
  result: 'ok' | 'failed'
  actorKind: 'operator' | 'platform' | 'somebody'
  weight: number
  /** The field of the store that changed once, and its value before that. */
  change?: { field: keyof StoreRow; before: unknown }
  cause?: string
}

const okOutcome = { severity: 'info', result: 'ok' } as const
const rejectedOutcome = { severity: 'warning', result: 'failed' } as const
const errorOutcome = { severity: 'error', result: 'failed' } as const

const createLogEvent = (
  stream: LogEvent['stream'],
  event: string,
  by: LogEvent['actorKind'],
  outcome: typeof okOutcome | typeof rejectedOutcome | typeof errorOutcome,
  weight = 1,
  change?: LogEvent['change'],
): LogEvent => ({ stream, event, actorKind: by, ...outcome, weight, ...(change && { change }) })

const withCause = (cause: string, event: LogEvent): LogEvent => ({ ...event, cause })

export const logEvents: readonly LogEvent[] = [
  createLogEvent('audit', 'stores.updated', 'operator', okOutcome, 6, {
    field: 'supportEmail',
    before: null,
  }),
  createLogEvent('audit', 'stores.updated', 'operator', okOutcome, 5, {
    field: 'primaryColour',
    before: storeDefaultsRow.primaryColour,
  }),
  createLogEvent('audit', 'stores.updated', 'operator', okOutcome, 4, {
    field: 'domain',
    before: null,
  }),
  createLogEvent('audit', 'stores.updated', 'operator', okOutcome, 2, {
    field: 'notes',
    before: null,
  }),
  createLogEvent('audit', 'members.imported', 'operator', okOutcome, 3),
  createLogEvent('security', 'auth.signedIn', 'operator', okOutcome, 16),
  createLogEvent('security', 'auth.signedOut', 'operator', okOutcome, 7),
  createLogEvent('security', 'auth.refused', 'somebody', rejectedOutcome, 5),
  createLogEvent('security', 'tokens.rotated', 'platform', okOutcome, 1),
  createLogEvent('integrations', 'mail.checked', 'platform', okOutcome, 9),
  createLogEvent('integrations', 'payment.checked', 'platform', okOutcome, 9),
  createLogEvent('integrations', 'print.synchronised', 'platform', okOutcome, 4),
  withCause(
    'HTTP 200 after 9.4 s; the limit is 5 s',
    createLogEvent('integrations', 'payment.slow', 'platform', rejectedOutcome, 2),
  ),
  createLogEvent('jobs', 'catalog.synchronised', 'platform', okOutcome, 8),
  createLogEvent('jobs', 'letters.sent', 'platform', okOutcome, 6),
  createLogEvent('jobs', 'credits.expired', 'platform', okOutcome, 4),
  createLogEvent('jobs', 'export.made', 'platform', okOutcome, 2),
  withCause(
    'HTTP 503 Service Unavailable: Retry-After 120',
    createLogEvent('jobs', 'catalog.synchronised', 'platform', errorOutcome, 1),
  ),
  withCause(
    'HTTP 500 Internal Server Error from the receiver',
    createLogEvent('errors', 'order.callback.failed', 'platform', errorOutcome, 2),
  ),
  withCause(
    'Input buffer contains unsupported image format',
    createLogEvent('errors', 'image.unreadable', 'platform', errorOutcome, 2),
  ),
]

export const incidentEvents = {
  outage: withCause(
    'HTTP 504 Gateway Timeout: upstream request timeout',
    createLogEvent('integrations', 'payment.unreachable', 'platform', errorOutcome),
  ),
  outageOver: createLogEvent('integrations', 'payment.reachable', 'platform', okOutcome),
  misconfigured: withCause(
    'HTTP 403, 901: Invalid Merchant Account',
    createLogEvent('errors', 'payment.refused', 'platform', errorOutcome),
  ),
}

/** Events of failed emails, by what the mail server rejected. */
export const failedEmailEvents = {
  signIn: withCause(
    '535 5.7.8 Authentication credentials invalid',
    createLogEvent('integrations', 'mail.signInRefused', 'platform', errorOutcome),
  ),
  recipient: withCause(
    '550 5.1.1 Recipient address rejected',
    createLogEvent('integrations', 'mail.refused', 'platform', errorOutcome),
  ),
}
