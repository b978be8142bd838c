import type { DailyMetric, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { sumValues } from '#shared/areas/dashboard/dashboardCalls.ts'
import { points } from '#shared/format/money.ts'
import { listRangeDays } from '#shared/areas/dashboard/dayRange.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { createAmountFormat, formatCreditUnit } from '#shared/areas/dashboard/units.ts'
import { dashboardLinks } from './dashboardLinks.ts'
import { dashboardMessages } from './messages.ts'
import { formatDay } from '#shared/format/dates.ts'
import { formatNumber, createNumberFormat } from '#shared/format/numbers.ts'
import { BarChart } from '#client/ui/charts/BarChart.tsx'
import { LineChart } from '#client/ui/charts/LineChart.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { getFractionDigits } from '#shared/format/money.ts'

/**
 * Returns the previous period as a thin series. Without data there is none, since a line of zeros
 * would claim that nothing happened.
 */
const getComparisonSeries = (compare: boolean, name: string, values: number[]) =>
  compare && sumValues(values) > 0 ? [{ name, values, thin: true }] : []

type Props = { figures: Dashboard; compare: boolean }

export function OrdersChart({ figures: { range, ordersByDay }, compare }: Props) {
  return (
    <DailyChart
      title={dashboardMessages.charts.orders}
      range={range}
      lines={[
        {
          name: dashboardMessages.charts.ordersSeries,
          before: dashboardMessages.charts.before,
          daily: ordersByDay,
          to: dashboardLinks.orders,
        },
      ]}
      compare={compare}
      empty={dashboardMessages.charts.noOrders}
    />
  )
}

/** Charts the failed payments of all stores by reason. Each number leads to its attempts. */
export function FailedPaymentsChart({ figures: { range, failedByReason }, compare }: Props) {
  const reasons: Record<string, string> = dashboardMessages.reasons
  return (
    <BarChart
      title={dashboardMessages.charts.failures}
      label={dashboardMessages.charts.reason}
      labels={failedByReason.map(({ reason }) => reasons[reason] ?? reason)}
      series={[
        {
          name: dashboardMessages.charts.failuresSeries,
          values: failedByReason.map(({ now }) => now),
          links: failedByReason.map(({ reason }) => dashboardLinks.reason(range, reason)),
        },
        ...getComparisonSeries(
          compare,
          dashboardMessages.charts.before,
          failedByReason.map(({ before }) => before),
        ),
      ]}
      empty={<StateMessage title={dashboardMessages.charts.noFailures} />}
    />
  )
}

type CreditsChartProps = {
  range: Dashboard['range']
  credits: Dashboard['credits'][number]
  compare: boolean
}

/** Charts credits of one unit per day, issued against redeemed. */
export function CreditsChart({ range, credits, compare }: CreditsChartProps) {
  const { unit, issued, redeemed } = credits
  return (
    <DailyChart
      title={dashboardMessages.charts.credits(formatCreditUnit(unit))}
      range={range}
      lines={[
        {
          name: dashboardMessages.charts.issued,
          before: dashboardMessages.charts.beforeOf(dashboardMessages.charts.issued),
          daily: issued,
          to: (days) => dashboardLinks.credits(days, 'issue', unit),
        },
        {
          name: dashboardMessages.charts.redeemed,
          before: dashboardMessages.charts.beforeOf(dashboardMessages.charts.redeemed),
          daily: redeemed,
          to: (days) => dashboardLinks.credits(days, 'redeem', unit),
        },
      ]}
      compare={compare}
      empty={dashboardMessages.charts.noCredits}
      {...getUnitFormats(unit)}
    />
  )
}

type DailyChartProps = {
  title: string
  range: Dashboard['range']
  lines: { name: string; before: string; daily: DailyMetric; to: (days: DayRange) => string }[]
  compare: boolean
  empty: string
  format?: (value: number) => string
  axis?: (value: number) => string
}

function DailyChart({ title, range, lines, compare, empty, ...formats }: DailyChartProps) {
  const { format = formatNumber } = formats
  const days = listRangeDays(range)
  const labels = days.map((day) => formatDay(day))
  const described = lines.map(({ name, daily: { now } }) => {
    const max = Math.max(...now)
    const total = format(sumValues(now))
    if (max === 0) return dashboardMessages.charts.descriptionWithoutPeak(name, total)
    return dashboardMessages.charts.description(
      name,
      total,
      format(max),
      labels[now.indexOf(max)] ?? '',
    )
  })
  return (
    <LineChart
      title={title}
      description={described.join(' ')}
      label={dashboardMessages.charts.day}
      note={dashboardMessages.charts.utc}
      labels={labels}
      // The range above the chart shows the year.
      ticks={labels.map((label) => label.slice(0, 'MM/DD'.length))}
      series={lines.flatMap(({ name, before, daily, to }) => [
        { name, values: daily.now, links: days.map((day) => to({ from: day, to: day })) },
        ...getComparisonSeries(compare, before, daily.before),
      ])}
      empty={<StateMessage title={empty} />}
      {...formats}
    />
  )
}

const formatCompact = createNumberFormat({ notation: 'compact', maximumFractionDigits: 1 })

/** Returns the formats of a unit's amounts: full, and short for an axis. */
export const getUnitFormats = (unit: string) => ({
  format: createAmountFormat(unit),
  axis: (value: number) =>
    formatCompact(unit === points ? value : value / 10 ** getFractionDigits(unit)),
})
