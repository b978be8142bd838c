import { addDays } from '#shared/dates.ts'
import { lengthOf } from '#shared/dashboard/dashboardDays.ts'
import type { Days } from '#shared/dashboard/dashboardDays.ts'
import type { FilterOp } from '#shared/engine/kind.ts'
import type { RoutePath } from '#shared/routes.ts'

type FilterOf = readonly [field: string, op: FilterOp, value: string]

function listed(path: RoutePath, filters: readonly FilterOf[], sort?: string): string {
  const pairs = filters.map(([field, op, value]) => `filter[${field}][${op}]=${value}`)
  const search = [...pairs, ...(sort ? [`sort=${sort}`] : [])].join('&')
  return search ? `${path}?${search}` : path
}

const timeIn = (
  field: 'attemptedAt' | 'recoveredAt' | 'enteredAt' | 'sentAt',
  { from, to }: Days,
): FilterOf[] => [
  [field, 'gte', from],
  [field, 'lte', to],
]

/** Where each number of the dashboard leads: the list it counts (screens.md, "Every number links to its filtered list"). */
export const dashboardLinks = {
  activeStores: () => listed('/stores', [['status', 'eq', 'active']]),
  failingStores: () => listed('/stores', [['failing', 'eq', '1']]),
  /** The list of stores counts the orders of 30 days alone. */
  orders: ({ from, to }: Days, today: string) =>
    to === today && lengthOf({ from, to }) === 30 ? listed('/stores', [], '-orders30d') : undefined,
  storesIn: (currency: string) => listed('/stores', [['defaultCurrency', 'eq', currency]]),
  paymentsFailed: (days: Days) => listed('/paymentAttempt', timeIn('attemptedAt', days)),
  paymentsRecovered: (days: Days) => listed('/paymentAttempt', timeIn('recoveredAt', days)),
  reason: (days: Days, reason: string) =>
    listed('/paymentAttempt', [['reason', 'eq', reason], ...timeIn('attemptedAt', days)]),
  credits: (days: Days, kind: 'issue' | 'redeem', unit: string) =>
    listed('/credits', [['type', 'eq', kind], ['unit', 'eq', unit], ...timeIn('enteredAt', days)]),
  expiringCredits: (today: string, unit: string) =>
    listed('/credits', [
      ['unit', 'eq', unit],
      ['expiresAt', 'gte', today],
      ['expiresAt', 'lte', addDays(today, 30)],
    ]),
  incidents: () => '/paymentAttempt?incidents&filter[status][eq]=open',
  giftCards: (days: Days, status: 'sent' | 'failed') =>
    listed('/wegift/templates', [
      ['status', 'eq', status],
      ['environment', 'eq', 'live'],
      ...timeIn('sentAt', days),
    ]).replace('?', '?cards&'),
  mail: () => listed('/smtpSettings', []),
} as const
