import type { StoreRow } from '#server/platform/areas/stores/seed/store.ts'
import { storeDefaults } from '#server/platform/areas/themes/seed/themes.ts'

export type LogEvent = {
  stream: 'audit' | 'security' | 'integrations' | 'jobs' | 'errors'
  severity: 'info' | 'warning' | 'error'
  event: string
  result: 'ok' | 'failed'
  by: 'operator' | 'platform' | 'somebody'
  weight: number
  /** The field of the store that changed once, and what it was before. */
  change?: { field: keyof StoreRow; before: unknown }
  cause?: string
}

const ok = { severity: 'info', result: 'ok' } as const
const refused = { severity: 'warning', result: 'failed' } as const
const broken = { severity: 'error', result: 'failed' } as const

const happening = (
  stream: LogEvent['stream'],
  event: string,
  by: LogEvent['by'],
  outcome: typeof ok | typeof refused | typeof broken,
  weight = 1,
  change?: LogEvent['change'],
): LogEvent => ({ stream, event, by, ...outcome, weight, ...(change && { change }) })

const failing = (cause: string, event: LogEvent): LogEvent => ({ ...event, cause })

export const logEvents: readonly LogEvent[] = [
  happening('audit', 'stores.updated', 'operator', ok, 6, { field: 'supportEmail', before: null }),
  happening('audit', 'stores.updated', 'operator', ok, 5, {
    field: 'primaryColour',
    before: storeDefaults.primaryColour,
  }),
  happening('audit', 'stores.updated', 'operator', ok, 4, { field: 'domain', before: null }),
  happening('audit', 'stores.updated', 'operator', ok, 2, { field: 'notes', before: null }),
  happening('audit', 'members.imported', 'operator', ok, 3),
  happening('security', 'auth.signedIn', 'operator', ok, 16),
  happening('security', 'auth.signedOut', 'operator', ok, 7),
  happening('security', 'auth.refused', 'somebody', refused, 5),
  happening('security', 'tokens.rotated', 'platform', ok, 1),
  happening('integrations', 'mail.checked', 'platform', ok, 9),
  happening('integrations', 'payment.checked', 'platform', ok, 9),
  happening('integrations', 'print.synchronised', 'platform', ok, 4),
  failing(
    'HTTP 200 after 9.4 s; the limit is 5 s',
    happening('integrations', 'payment.slow', 'platform', refused, 2),
  ),
  happening('jobs', 'catalog.synchronised', 'platform', ok, 8),
  happening('jobs', 'letters.sent', 'platform', ok, 6),
  happening('jobs', 'credits.expired', 'platform', ok, 4),
  happening('jobs', 'export.made', 'platform', ok, 2),
  failing(
    'HTTP 503 Service Unavailable: Retry-After 120',
    happening('jobs', 'catalog.synchronised', 'platform', broken, 1),
  ),
  failing(
    'HTTP 500 Internal Server Error from the receiver',
    happening('errors', 'order.callback.failed', 'platform', broken, 2),
  ),
  failing(
    'Input buffer contains unsupported image format',
    happening('errors', 'image.unreadable', 'platform', broken, 2),
  ),
]

export const incidentEvents = {
  outage: failing(
    'HTTP 504 Gateway Timeout: upstream request timeout',
    happening('integrations', 'payment.unreachable', 'platform', broken),
  ),
  outageOver: happening('integrations', 'payment.reachable', 'platform', ok),
  misconfigured: failing(
    'HTTP 403, 901: Invalid Merchant Account',
    happening('errors', 'payment.refused', 'platform', broken),
  ),
  mail: failing(
    '535 5.7.8 Authentication credentials invalid',
    happening('integrations', 'mail.refused', 'platform', broken),
  ),
}
