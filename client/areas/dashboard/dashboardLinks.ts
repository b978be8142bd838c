import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import type { RoutePath } from '#shared/navigation/routes.ts'

type LinkFilter = readonly [field: string, op: FilterOp, value: string]

/**
 * Builds the URL of a route's list. `behind` is the parameter that selects a second list of the
 * route.
 */
function buildFilteredListUrl(
  path: RoutePath,
  filters: readonly LinkFilter[],
  behind?: string,
): string {
  const pairs = filters.map(([field, op, value]) => `filter[${field}][${op}]=${value}`)
  const search = [...(behind ? [behind] : []), ...pairs].join('&')
  return search ? `${path}?${search}` : path
}

const getTimeFilters = (
  field: 'placedAt' | 'attemptedAt' | 'recoveredAt' | 'enteredAt' | 'sentAt' | 'endedAt',
  { from, to }: DayRange,
): LinkFilter[] => [
  [field, 'gte', from],
  [field, 'lte', to],
]

/**
 * Links from each number of the dashboard to the list it counts (screens.md, "Every number links to
 * its filtered list").
 */
export const dashboardLinks = {
  stores: () => buildFilteredListUrl('/stores', []),
  activeStores: () => buildFilteredListUrl('/stores', [['status', 'eq', 'active']]),
  needingAttention: (item: number) =>
    buildFilteredListUrl('/stores', [['attentionIds', 'eq', String(item)]]),
  failingStores: () => buildFilteredListUrl('/stores', [['failing', 'eq', '1']]),
  orders: (days: DayRange) =>
    buildFilteredListUrl('/paymentAttempt', getTimeFilters('placedAt', days), 'orders'),
  ordersIn: (days: DayRange, currency: string) =>
    buildFilteredListUrl(
      '/paymentAttempt',
      [['currency', 'eq', currency], ...getTimeFilters('placedAt', days)],
      'orders',
    ),
  storesIn: (currency: string) =>
    buildFilteredListUrl('/stores', [['defaultCurrency', 'eq', currency]]),
  paymentsFailed: (days: DayRange) =>
    buildFilteredListUrl('/paymentAttempt', getTimeFilters('attemptedAt', days)),
  paymentsRecovered: (days: DayRange) =>
    buildFilteredListUrl('/paymentAttempt', getTimeFilters('recoveredAt', days)),
  reason: (days: DayRange, reason: string) =>
    buildFilteredListUrl('/paymentAttempt', [
      ['reason', 'eq', reason],
      ...getTimeFilters('attemptedAt', days),
    ]),
  credits: (days: DayRange, kind: 'issue' | 'redeem', unit: string) =>
    buildFilteredListUrl('/credits', [
      ['type', 'eq', kind],
      ['unit', 'eq', unit],
      ...getTimeFilters('enteredAt', days),
    ]),
  /**
   * Part of an issue may already be spent. The liability list shows what is left, which adds up to
   * this number.
   */
  expiringCredits: (unit: string) =>
    buildFilteredListUrl(
      '/credits',
      [
        ['unit', 'eq', unit],
        ['expiring', 'gte', '1'],
      ],
      'liability',
    ),
  incidents: () => buildFilteredListUrl('/paymentAttempt', [['status', 'eq', 'open']], 'incidents'),
  giftCards: (days: DayRange, status: 'sent' | 'failed') =>
    buildFilteredListUrl(
      '/wegift/templates',
      [['status', 'eq', status], ['environment', 'eq', 'live'], ...getTimeFilters('sentAt', days)],
      'cards',
    ),
  mails: (days: DayRange, status: 'sent' | 'failed') =>
    buildFilteredListUrl(
      '/smtpSettings',
      [['status', 'eq', status], ...getTimeFilters('endedAt', days)],
      'mails',
    ),
} as const
