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
import { loadDaySums, seriesFigures, sumExpiringCreditsByUnit } from '../stores/index.ts'
import type { DayFigures } from '../stores/index.ts'
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
  const [
    { byCurrency, byUnit },
    failedByReason,
    emails,
    expiring,
    stores,
    integrations,
    incidents,
  ] = await Promise.all([
    loadDaySums(db, compared, storeIds),
    countFailedPaymentsByReason(db, range, compared.before, storeIds),
    countEmailsWithoutStore(db, range, compared.before, storeIds),
    sumExpiringCreditsByUnit(db, now, storeIds),
    countStores(db, storeIds),
    countDegradedIntegrations(db, storeIds),
    countOpenIncidents(db, storeIds),
  ])

  const compareSums = (name: keyof DayFigures, sums = byCurrency): MetricComparison => {
    const comparison = { now: 0, before: 0 }
    for (const sum of sums) comparison[sum.isNow ? 'now' : 'before'] += sum[name]
    return comparison
  }
  // Listed once, because listing them for each of many units takes longer than the queries.
  const [daysNow, daysBefore] = [listRangeDays(range), listRangeDays(before)]
  const compareDays = (
    name: (typeof seriesFigures)[number],
    units: readonly string[],
  ): DailyMetric => {
    const place = seriesFigures.indexOf(name)
    const sumDay = (day: string) =>
      units.reduce((sum, unit) => sum + (byUnit[unit]?.[day]?.[place] ?? 0), 0)
    return { now: daysNow.map(sumDay), before: daysBefore.map(sumDay) }
  }
  const sumsOfCurrency = Map.groupBy(byCurrency, ({ currency }) => currency)
  const countOrders = (currency: string) =>
    compareSums('orders', sumsOfCurrency.get(currency) ?? []).now
  const compareByUse = (one: string, other: string) =>
    Number(other === points) - Number(one === points) ||
    countOrders(other) - countOrders(one) ||
    (one < other ? -1 : 1)
  const units = Object.keys(byUnit)

  return {
    range,
    before,
    stores,
    integrations,
    incidents,
    orders: compareSums('orders'),
    paymentsFailed: compareSums('paymentsFailed'),
    paymentsRecovered: compareSums('paymentsRecovered'),
    giftCardsSent: compareSums('giftCardsSent'),
    giftCardsFailed: compareSums('giftCardsFailed'),
    mailSent: addComparisons(compareSums('mailSent'), emails.mailSent),
    mailFailed: addComparisons(compareSums('mailFailed'), emails.mailFailed),
    revenue: [...sumsOfCurrency]
      .toSorted(([one], [other]) => compareByUse(one, other))
      .map(([currency, sums]) => ({ currency, ...compareSums('revenue', sums) })),
    ordersByDay: compareDays('orders', units),
    failedByReason,
    credits: [...new Set([...units, ...expiring.keys()])].toSorted(compareByUse).map((unit) => ({
      unit,
      issued: compareDays('creditsIssued', [unit]),
      redeemed: compareDays('creditsRedeemed', [unit]),
      expiring: expiring.get(unit) ?? 0,
    })),
  }
}

const addComparisons = (one: MetricComparison, other: MetricComparison): MetricComparison => ({
  now: one.now + other.now,
  before: one.before + other.before,
})
