import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import type { RoutePath } from '#shared/navigation/routes.ts'

type FilterOf = readonly [field: string, op: FilterOp, value: string]

/** A list at a route, or behind a parameter of it. */
function listed(path: RoutePath, filters: readonly FilterOf[], behind?: string): string {
  const pairs = filters.map(([field, op, value]) => `filter[${field}][${op}]=${value}`)
  const search = [...(behind ? [behind] : []), ...pairs].join('&')
  return search ? `${path}?${search}` : path
}

const timeIn = (
  field: 'placedAt' | 'attemptedAt' | 'recoveredAt' | 'enteredAt' | 'sentAt' | 'endedAt',
  { from, to }: Days,
): FilterOf[] => [
  [field, 'gte', from],
  [field, 'lte', to],
]

/** Where each number of the dashboard leads: the list it counts (screens.md, "Every number links to its filtered list"). */
export const dashboardLinks = {
  stores: () => listed('/stores', []),
  activeStores: () => listed('/stores', [['status', 'eq', 'active']]),
  needingAttention: (item: number) => listed('/stores', [['attentionIds', 'eq', String(item)]]),
  failingStores: () => listed('/stores', [['failing', 'eq', '1']]),
  orders: (days: Days) => listed('/paymentAttempt', timeIn('placedAt', days), 'orders'),
  ordersIn: (days: Days, currency: string) =>
    listed(
      '/paymentAttempt',
      [['currency', 'eq', currency], ...timeIn('placedAt', days)],
      'orders',
    ),
  storesIn: (currency: string) => listed('/stores', [['defaultCurrency', 'eq', currency]]),
  paymentsFailed: (days: Days) => listed('/paymentAttempt', timeIn('attemptedAt', days)),
  paymentsRecovered: (days: Days) => listed('/paymentAttempt', timeIn('recoveredAt', days)),
  reason: (days: Days, reason: string) =>
    listed('/paymentAttempt', [['reason', 'eq', reason], ...timeIn('attemptedAt', days)]),
  credits: (days: Days, kind: 'issue' | 'redeem', unit: string) =>
    listed('/credits', [['type', 'eq', kind], ['unit', 'eq', unit], ...timeIn('enteredAt', days)]),
  /** Of issues a part may be spent: what is left of them stands with the liabilities, whose sum it is. */
  expiringCredits: (unit: string) =>
    listed(
      '/credits',
      [
        ['unit', 'eq', unit],
        ['expiring', 'gte', '1'],
      ],
      'liability',
    ),
  incidents: () => listed('/paymentAttempt', [['status', 'eq', 'open']], 'incidents'),
  giftCards: (days: Days, status: 'sent' | 'failed') =>
    listed(
      '/wegift/templates',
      [['status', 'eq', status], ['environment', 'eq', 'live'], ...timeIn('sentAt', days)],
      'cards',
    ),
  mails: (days: Days, status: 'sent' | 'failed') =>
    listed('/smtpSettings', [['status', 'eq', status], ...timeIn('endedAt', days)], 'mails'),
} as const
