import { array, define, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { DayRange } from './dayRange.ts'

/**
 * A sum for the range and for the previous range, which is as long, whole weeks earlier, and ends
 * at the same hour.
 */
export const MetricComparison = type({ now: number(), before: number() })
export type MetricComparison = Infer<typeof MetricComparison>

/**
 * Checks an array of numbers in one step. A struct of an array creates several objects per item,
 * which took most of a dashboard's time.
 */
const NumberArray = define<number[]>(
  'numbers',
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'number'),
)

/** One number per day, for the range and for the previous range. */
export const DailyMetric = type({ now: NumberArray, before: NumberArray })
export type DailyMetric = Infer<typeof DailyMetric>

export const DayRangeSchema = type({ from: string(), to: string() })

/**
 * GET /dashboard (screens.md). Amounts are minor units by currency. `stores`, `integrations`, and
 * `expiring` are current; everything else is for the range.
 */
export const Dashboard = type({
  range: DayRangeSchema,
  before: DayRangeSchema,
  stores: type({ active: number(), all: number() }),
  integrations: type({ degraded: number(), stores: number() }),
  /** Number of open payment incidents; a platform may not have any data on them. */
  incidents: optional(number()),
  orders: MetricComparison,
  paymentsFailed: MetricComparison,
  paymentsRecovered: MetricComparison,
  giftCardsSent: MetricComparison,
  giftCardsFailed: MetricComparison,
  mailSent: MetricComparison,
  mailFailed: MetricComparison,
  /** The currency with the most orders comes first. */
  revenue: array(type({ currency: string(), now: number(), before: number() })),
  ordersByDay: DailyMetric,
  /** The most frequent reason comes first. Reasons are those of screens.md, Payment attempts. */
  failedByReason: array(type({ reason: string(), now: number(), before: number() })),
  /**
   * Points come first, then currencies by number of orders. `expiring` is what members lose within
   * 30 days if they spend nothing, at most their balance.
   */
  credits: array(
    type({ unit: string(), issued: DailyMetric, redeemed: DailyMetric, expiring: number() }),
  ),
})
export type Dashboard = Infer<typeof Dashboard>

/**
 * GET /dashboard for UTC days. Fails with 400 for more than 366 days, and with 403 without
 * `ordersRead`.
 */
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

type ActivityMetrics = Record<
  'orders' | 'paymentsFailed' | 'giftCardsSent' | 'giftCardsFailed' | 'mailSent' | 'mailFailed',
  MetricComparison
>

/**
 * Returns whether anything happened in the previous period. If nothing did, a page says so once
 * instead of under every metric.
 */
export const hasEarlierData = (metrics: ActivityMetrics): boolean =>
  [
    metrics.orders,
    metrics.paymentsFailed,
    metrics.giftCardsSent,
    metrics.giftCardsFailed,
    metrics.mailSent,
    metrics.mailFailed,
  ].some(({ before }) => before > 0)

export const sumValues = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)
