import {
  listRangeDays,
  getPreviousRangeEndTime,
  getPreviousRange,
} from '#shared/areas/dashboard/dayRange.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { points } from '#shared/format/money.ts'
import type {
  MetricComparison,
  DailyMetric,
  Dashboard,
} from '#shared/areas/dashboard/dashboardCalls.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadDayRows, sumExpiringCreditsByUnit } from '../stores/index.ts'
import type { DayRow } from '../stores/index.ts'
import {
  countOpenIncidents,
  countDegradedIntegrations,
  countFailedPaymentsByReason,
  countEmailsWithoutStore,
  countStores,
} from './counts.ts'

/**
 * Loads the dashboard for a range. Each kind of figure takes one query, however long the range
 * (screens.md, Dashboard).
 */
export async function loadDashboard(
  db: Connection,
  range: DayRange,
  now: Date,
  storeIds: StoreIds,
): Promise<Dashboard> {
  const before = getPreviousRange(range)
  const compared = {
    range,
    before: { from: before.from, end: getPreviousRangeEndTime(range, now) },
  }
  const [rows, failedByReason, emails, expiring, stores, integrations, incidents] =
    await Promise.all([
      loadDayRows(db, compared, storeIds),
      countFailedPaymentsByReason(db, range, compared.before, storeIds),
      countEmailsWithoutStore(db, range, compared.before, storeIds),
      sumExpiringCreditsByUnit(db, now, storeIds),
      countStores(db, storeIds),
      countDegradedIntegrations(db, storeIds),
      countOpenIncidents(db, storeIds),
    ])

  const compareSums = (count: (row: DayRow) => number, dayRows = rows): MetricComparison => {
    const sum = { now: 0, before: 0 }
    for (const row of dayRows) sum[row.day < range.from ? 'before' : 'now'] += count(row)
    return sum
  }
  // Listed once, because listing them for each of many units takes longer than the queries.
  const listedDays = { now: listRangeDays(range), before: listRangeDays(before) }
  const compareDays = (count: (row: DayRow) => number, dayRows = rows): DailyMetric => {
    const byDay = new Map<string, number>()
    for (const row of dayRows) byDay.set(row.day, (byDay.get(row.day) ?? 0) + count(row))
    const series = (days: readonly string[]) => days.map((day) => byDay.get(day) ?? 0)
    return { now: series(listedDays.now), before: series(listedDays.before) }
  }
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  const orders = (currency: string) =>
    compareSums((row) => row.orders, byCurrency.get(currency)).now
  const compareByUse = (one: string, other: string) =>
    Number(other === points) - Number(one === points) ||
    orders(other) - orders(one) ||
    (one < other ? -1 : 1)
  const byUnit = Map.groupBy(rows, ({ unit }) => unit)
  const units = new Set([...byUnit.keys(), ...expiring.keys()])

  return {
    range,
    before,
    stores,
    integrations,
    incidents,
    orders: compareSums((row) => row.orders),
    paymentsFailed: compareSums((row) => row.paymentsFailed),
    paymentsRecovered: compareSums((row) => row.paymentsRecovered),
    giftCardsSent: compareSums((row) => row.giftCardsSent),
    giftCardsFailed: compareSums((row) => row.giftCardsFailed),
    mailSent: addComparisons(
      compareSums((row) => row.mailSent),
      emails.mailSent,
    ),
    mailFailed: addComparisons(
      compareSums((row) => row.mailFailed),
      emails.mailFailed,
    ),
    revenue: [...byCurrency]
      .toSorted(([one], [other]) => compareByUse(one, other))
      .map(([currency, dayRows]) => ({ currency, ...compareSums((row) => row.revenue, dayRows) })),
    ordersByDay: compareDays((row) => row.orders),
    failedByReason,
    credits: [...units].toSorted(compareByUse).map((unit) => ({
      unit,
      issued: compareDays((row) => row.creditsIssued, byUnit.get(unit) ?? []),
      redeemed: compareDays((row) => row.creditsRedeemed, byUnit.get(unit) ?? []),
      expiring: expiring.get(unit) ?? 0,
    })),
  }
}

const addComparisons = (one: MetricComparison, other: MetricComparison): MetricComparison => ({
  now: one.now + other.now,
  before: one.before + other.before,
})
