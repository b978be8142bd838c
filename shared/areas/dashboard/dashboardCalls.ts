import { array, define, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
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

/** GET /dashboard (screens.md): minor units by currency; `stores`, `integrations`, `expiring` of now, else of the range. */
export const Dashboard = type({
  range: Range,
  before: Range,
  stores: type({ active: number(), all: number() }),
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
  /** Points, then by orders. `expiring`: what members lose in 30 days if they spend nothing, at most their balance. */
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

export const total = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0)
