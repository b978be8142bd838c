import { createAmountFormat } from '#shared/areas/dashboard/units.ts'
import type { ReactNode } from 'react'
import { listRangeDays } from '#shared/areas/dashboard/dayRange.ts'
import { hasEarlierData } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { MetricComparison } from '#shared/areas/dashboard/dashboardCalls.ts'
import { formatDay } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { StoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import { FigureChange, Figure, FigureStrip } from '#client/ui/charts/Figure.tsx'
import type { BetterDirection } from '#client/ui/charts/Figure.tsx'
import { LineChart } from '#client/ui/charts/LineChart.tsx'
import { card } from '#client/ui/Section.css.ts'
import { storeOverviewMessages } from './messages.ts'
import * as layout from './Store.css.ts'
import * as styles from './tabs/overview.css.ts'

type StoreFigureRow = {
  label: string
  compared: MetricComparison
  better: BetterDirection
  format?: (value: number) => string
  /** Replaces the change since the previous period. */
  note?: ReactNode
  /** Follows the change. */
  extra?: ReactNode
  shown?: number
}

function createFigureRows(figures: StoreFigures, isCompared: boolean): StoreFigureRow[] {
  const { currency, unit, members, creditsIssued, creditsRedeemed } = figures
  const joined = formatNumber(members.joined.now)
  const credited = [creditsIssued, creditsRedeemed].some(hasFigures)
    ? ([
        [storeOverviewMessages.creditsIssued, creditsIssued],
        [storeOverviewMessages.creditsRedeemed, creditsRedeemed],
      ] as const)
    : []
  return [
    { label: storeOverviewMessages.orders, compared: figures.orders, better: 'more' },
    {
      label: storeOverviewMessages.revenue(currency),
      compared: figures.revenue,
      better: 'more',
      format: createAmountFormat(currency),
    },
    {
      label: storeOverviewMessages.members,
      compared: members.joined,
      better: 'more',
      shown: members.all,
      note: isCompared
        ? storeOverviewMessages.joinedBoth(joined, formatNumber(members.joined.before))
        : storeOverviewMessages.joined(joined),
    },
    {
      label: storeOverviewMessages.paymentsFailed,
      compared: figures.paymentsFailed,
      better: 'fewer',
      extra:
        figures.paymentsRecovered.now > 0 &&
        storeOverviewMessages.recovered(formatNumber(figures.paymentsRecovered.now)),
    },
    ...credited.map(([label, compared]) => ({
      label: label(unit),
      compared,
      better: null,
      format: createAmountFormat(unit),
    })),
    ...createFailureRows(
      storeOverviewMessages.giftCardsFailed,
      figures.giftCardsFailed,
      figures.giftCardsSent,
    ),
    ...createFailureRows(storeOverviewMessages.mailFailed, figures.mailFailed, figures.mailSent),
  ]
}

const hasFigures = ({ now, before }: MetricComparison) => now > 0 || before > 0

/** Columns by number of tiles, so that no row has a single tile. */
const columnsByCount: Record<number, 3 | 5> = { 5: 5, 6: 3 }

/** Returns a row of failures, unless nothing was sent or failed. */
const createFailureRows = (
  label: string,
  failed: MetricComparison,
  sent: MetricComparison,
): StoreFigureRow[] =>
  failed.now > 0 || sent.now > 0
    ? [
        {
          label,
          compared: failed,
          better: 'fewer',
          note: hasFigures(failed)
            ? undefined
            : storeOverviewMessages.ofSent(formatNumber(sent.now)),
        },
      ]
    : []

/** Shows the metrics of the last 30 days, each compared with the same weekdays before. */
export function StoreFigureStrip({ figures }: { figures: StoreFigures }) {
  const isCompared = hasEarlierData(figures)
  const rows = createFigureRows(figures, isCompared)
  return (
    <section aria-labelledby="figures-title" className={styles.fullWidth}>
      <h2 id="figures-title" className={styles.figuresTitle}>
        {storeOverviewMessages.figures}
      </h2>
      <FigureStrip columns={columnsByCount[rows.length] ?? 4}>
        {rows.map(({ label, compared, better, format = formatNumber, note, extra, shown }) => (
          <Figure key={label} label={label} value={format(shown ?? compared.now)}>
            {note ?? (isCompared && <FigureChange {...compared} better={better} format={format} />)}
            {extra && <div>{extra}</div>}
          </Figure>
        ))}
      </FigureStrip>
      {!isCompared && <p className={styles.noEarlierData}>{storeOverviewMessages.noneBefore}</p>}
    </section>
  )
}

/** Charts the orders per day against the same weekdays before. */
export function OrdersChart({ figures: { range, ordersByDay } }: { figures: StoreFigures }) {
  const labels = listRangeDays(range).map((day) => formatDay(day))
  const hasBefore = ordersByDay.before.some((orders) => orders > 0)
  return (
    <div className={`${card} ${layout.inset}`}>
      <LineChart
        title={storeOverviewMessages.ordersByDay}
        note={storeOverviewMessages.utc}
        labels={labels}
        ticks={labels.map((label) => label.slice(0, 'MM/DD'.length))}
        series={[
          { name: storeOverviewMessages.now, values: ordersByDay.now },
          ...(hasBefore
            ? [{ name: storeOverviewMessages.before, values: ordersByDay.before, thin: true }]
            : []),
        ]}
      />
    </div>
  )
}
