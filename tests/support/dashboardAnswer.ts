import type { DailyMetric, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { listRangeDays, getPreviousRange } from '#shared/areas/dashboard/dayRange.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'

/** Builds a metric with the same number on each day of the range, and of the previous range. */
export const buildDailyMetric = (range: DayRange, now: number, before: number): DailyMetric => ({
  now: listRangeDays(range).map(() => now),
  before: listRangeDays(range).map(() => before),
})

/** Builds the answer to GET /dashboard on a platform without data, with overrides. */
export const buildDashboard = (range: DayRange, overrides: Partial<Dashboard> = {}): Dashboard => {
  const zero = { now: 0, before: 0 }
  return {
    range,
    before: getPreviousRange(range),
    stores: { active: 0, all: 0 },
    integrations: { degraded: 0, stores: 0 },
    orders: zero,
    paymentsFailed: zero,
    paymentsRecovered: zero,
    giftCardsSent: zero,
    giftCardsFailed: zero,
    mailSent: zero,
    mailFailed: zero,
    revenue: [],
    ordersByDay: buildDailyMetric(range, 0, 0),
    failedByReason: [],
    credits: [],
    ...overrides,
  }
}
