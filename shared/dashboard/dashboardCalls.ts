import { array, define, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { Api } from '../engine/api.ts'
import type { Days } from './dashboardDays.ts'

/** A sum of the range, and of the range it is compared with: as long, some whole weeks before it, up to the same hour. */
export const Compared = type({ now: number(), before: number() })
export type Compared = Infer<typeof Compared>

/** One check of all: a struct of an array makes several objects for each of its items, most of what a dashboard took. */
const Numbers = define<number[]>(
  'numbers',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
)

/** One number for each day of the range, and of the range before. */
export const Daily = type({ now: Numbers, before: Numbers })
export type Daily = Infer<typeof Daily>

export const Range = type({ from: string(), to: string() })

/**
 * What GET /dashboard answers (screens.md, Dashboard). Amounts are minor units; nothing is summed across currencies.
 * `stores`, `integrations` and `expiring` tell of this moment, everything else of the range.
 */
export const Dashboard = type({
  range: Range,
  before: Range,
  stores: type({ active: number(), all: number() }),
  /** How many integrations are degraded, and in how many stores. */
  integrations: type({ degraded: number(), stores: number() }),
  /** How many incidents of payments are open; a platform may not know any. */
  incidents: optional(number()),
  orders: Compared,
  paymentsFailed: Compared,
  paymentsRecovered: Compared,
  giftCardsSent: Compared,
  giftCardsFailed: Compared,
  mailSent: Compared,
  mailFailed: Compared,
  /** The currency with the most orders first. */
  revenue: array(type({ currency: string(), now: number(), before: number() })),
  ordersByDay: Daily,
  /** The most frequent first; a reason is one of screens.md, Payment attempts. */
  failedByReason: array(type({ reason: string(), now: number(), before: number() })),
  /**
   * By unit: points, then the currency with the most orders first. `expiring` is what members would lose in the next 30 days if they spent nothing: for each
   * member what expires by then, at most the balance.
   */
  credits: array(type({ unit: string(), issued: Daily, redeemed: Daily, expiring: number() })),
})
export type Dashboard = Infer<typeof Dashboard>

/** GET /dashboard of UTC days; fails with 400 for more than 366 of them, and with 403 without `ordersRead`. */
export async function readDashboard(
  api: Api,
  { from, to }: Days,
  signal: AbortSignal,
): Promise<Dashboard> {
  const search = new URLSearchParams({ from, to })
  return checked(
    Dashboard,
    (await api.send({ method: 'GET', path: '/dashboard', search, signal })).body,
  )
}

/** The sum of a series. */
export const total = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)
