import type { Daily, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { total } from '#shared/areas/dashboard/dashboardCalls.ts'
import { points } from '#shared/format/money.ts'
import { daysOf } from '#shared/areas/dashboard/dashboardDays.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import { amounts, unitName } from '#shared/areas/dashboard/units.ts'
import { dashboardLinks } from './links.ts'
import { dashboardMessages } from './words.ts'
import { formatDay } from '#shared/format/dates.ts'
import { formatNumber, numberFormat } from '#shared/format/numbers.ts'
import { BarChart } from '#client/ui/charts/BarChart.tsx'
import { LineChart } from '#client/ui/charts/LineChart.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { fractionDigits } from '#shared/format/money.ts'

const say = dashboardMessages.charts

/** The range before as a thin series; where it has no data a line of zeros would say that there was nothing. */
const compared = (compare: boolean, name: string, values: number[]) =>
  compare && total(values) > 0 ? [{ name, values, thin: true }] : []

type Props = { figures: Dashboard; compare: boolean }

export function OrdersChart({ figures: { range, ordersByDay }, compare }: Props) {
  return (
    <DailyChart
      title={say.orders}
      range={range}
      lines={[
        {
          name: say.ordersSeries,
          before: say.before,
          daily: ordersByDay,
          to: dashboardLinks.orders,
        },
      ]}
      compare={compare}
      empty={say.noOrders}
    />
  )
}

/** Failed payments of all stores by their reason; each number leads to the attempts. */
export function FailuresChart({ figures: { range, failedByReason }, compare }: Props) {
  const reasons: Record<string, string> = dashboardMessages.reasons
  return (
    <BarChart
      title={say.failures}
      label={say.reason}
      labels={failedByReason.map(({ reason }) => reasons[reason] ?? reason)}
      series={[
        {
          name: say.failuresSeries,
          values: failedByReason.map(({ now }) => now),
          links: failedByReason.map(({ reason }) => dashboardLinks.reason(range, reason)),
        },
        ...compared(
          compare,
          say.before,
          failedByReason.map(({ before }) => before),
        ),
      ]}
      empty={<StateMessage title={say.noFailures} />}
    />
  )
}

type CreditsProps = {
  range: Dashboard['range']
  credits: Dashboard['credits'][number]
  compare: boolean
}

/** Credits of one unit, issued against redeemed, for each day. */
export function CreditsChart({ range, credits, compare }: CreditsProps) {
  const { unit, issued, redeemed } = credits
  return (
    <DailyChart
      title={say.credits(unitName(unit))}
      range={range}
      lines={[
        {
          name: say.issued,
          before: say.beforeOf(say.issued),
          daily: issued,
          to: (days) => dashboardLinks.credits(days, 'issue', unit),
        },
        {
          name: say.redeemed,
          before: say.beforeOf(say.redeemed),
          daily: redeemed,
          to: (days) => dashboardLinks.credits(days, 'redeem', unit),
        },
      ]}
      compare={compare}
      empty={say.noCredits}
      {...unitFormats(unit)}
    />
  )
}

type DailyProps = {
  title: string
  range: Dashboard['range']
  lines: { name: string; before: string; daily: Daily; to: (days: Days) => string }[]
  compare: boolean
  empty: string
  format?: (value: number) => string
  axis?: (value: number) => string
}

function DailyChart({ title, range, lines, compare, empty, ...formats }: DailyProps) {
  const { format = formatNumber } = formats
  const days = daysOf(range)
  const labels = days.map((day) => formatDay(day))
  const described = lines.map(({ name, daily: { now } }) => {
    const most = Math.max(...now)
    return say.description(name, format(total(now)), format(most), labels[now.indexOf(most)] ?? '')
  })
  return (
    <LineChart
      title={title}
      description={described.join(' ')}
      label={say.day}
      note={say.utc}
      labels={labels}
      // The year stands above, with the range.
      ticks={labels.map((label) => label.slice(0, 'MM/DD'.length))}
      series={lines.flatMap(({ name, before, daily, to }) => [
        { name, values: daily.now, links: days.map((day) => to({ from: day, to: day })) },
        ...compared(compare, before, daily.before),
      ])}
      empty={<StateMessage title={empty} />}
      {...formats}
    />
  )
}

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })

/** How amounts of a unit are written: whole, and short for an axis. */
export const unitFormats = (unit: string) => ({
  format: amounts(unit),
  axis: (value: number) => compact(unit === points ? value : value / 10 ** fractionDigits(unit)),
})
