import { array, define, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { DayRange } from './dayRange.ts'

/** A sum of the range, and of the range it is compared with: as long, some whole weeks before it, up to the same hour. */
export const MetricComparison = type({ now: number(), before: number() })
export type MetricComparison = Infer<typeof MetricComparison>

/** One check of all: a struct of an array makes several objects for each of its items, most of what a dashboard took. */
const NumberArray = define<number[]>(
  'numbers',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
)

/** One number for each day of the range, and of the range before. */
export const DailyMetric = type({ now: NumberArray, before: NumberArray })
export type DailyMetric = Infer<typeof DailyMetric>

export const DayRangeSchema = type({ from: string(), to: string() })

/** GET /dashboard (screens.md): minor units by currency; `stores`, `integrations`, `expiring` of now, else of the range. */
export const Dashboard = type({
  range: DayRangeSchema,
  before: DayRangeSchema,
  stores: type({ active: number(), all: number() }),
  integrations: type({ degraded: number(), stores: number() }),
  /** How many incidents of payments are open; a platform may not know any. */
  incidents: optional(number()),
  orders: MetricComparison,
  paymentsFailed: MetricComparison,
  paymentsRecovered: MetricComparison,
  giftCardsSent: MetricComparison,
  giftCardsFailed: MetricComparison,
  mailSent: MetricComparison,
  mailFailed: MetricComparison,
  /** The currency with the most orders first. */
  revenue: array(type({ currency: string(), now: number(), before: number() })),
  ordersByDay: DailyMetric,
  /** The most frequent first; a reason is one of screens.md, Payment attempts. */
  failedByReason: array(type({ reason: string(), now: number(), before: number() })),
  /** Points, then by orders. `expiring`: what members lose in 30 days if they spend nothing, at most their balance. */
  credits: array(
    type({ unit: string(), issued: DailyMetric, redeemed: DailyMetric, expiring: number() }),
  ),
})
export type Dashboard = Infer<typeof Dashboard>

/** GET /dashboard of UTC days; fails with 400 for more than 366 of them, and with 403 without `ordersRead`. */
export async function loadDashboardData(
  api: Api,
  { from, to }: DayRange,
  signal: AbortSignal,
): Promise<Dashboard> {
  const search = new URLSearchParams({ from, to })
  return parseResponse(
    Dashboard,
    (await api.send({ method: 'GET', path: '/dashboard', search, signal })).body,
  )
}

export const sumValues = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)
