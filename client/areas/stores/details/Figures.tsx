import { amounts } from '#shared/areas/dashboard/units.ts'
import type { ReactNode } from 'react'
import { daysOf } from '#shared/areas/dashboard/dashboardDays.ts'
import type { Compared } from '#shared/areas/dashboard/dashboardCalls.ts'
import { formatDay } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { StoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import { Change, Figure, FigureStrip } from '#client/ui/charts/Figure.tsx'
import type { Better } from '#client/ui/charts/Figure.tsx'
import { LineChart } from '#client/ui/charts/LineChart.tsx'
import { card } from '#client/ui/Section.css.ts'
import { storeOverviewMessages } from './words.ts'
import * as layout from './Store.css.ts'
import * as styles from './tabs/overview.css.ts'

const say = storeOverviewMessages

type Row = {
  label: string
  compared: Compared
  better: Better
  format?: (value: number) => string
  note?: ReactNode
  shown?: number
}

function rowsOf(figures: StoreFigures): Row[] {
  const { currency, unit, members, creditsIssued, creditsRedeemed } = figures
  const credited = [creditsIssued, creditsRedeemed].some(hasAny)
    ? ([
        [say.creditsIssued, creditsIssued],
        [say.creditsRedeemed, creditsRedeemed],
      ] as const)
    : []
  return [
    { label: say.orders, compared: figures.orders, better: 'more' },
    {
      label: say.revenue(currency),
      compared: figures.revenue,
      better: 'more',
      format: amounts(currency),
    },
    {
      label: say.members,
      compared: members.joined,
      better: 'more',
      shown: members.all,
      note: say.joined(formatNumber(members.joined.now), formatNumber(members.joined.before)),
    },
    { label: say.paymentsFailed, compared: figures.paymentsFailed, better: 'fewer' },
    ...credited.map(([label, compared]) => ({
      label: label(unit),
      compared,
      better: null,
      format: amounts(unit),
    })),
    ...failures(say.giftCardsFailed, figures.giftCardsFailed, figures.giftCardsSent),
    ...failures(say.mailFailed, figures.mailFailed, figures.mailSent),
  ]
}

const hasAny = ({ now, before }: Compared) => now > 0 || before > 0

/** So many tiles in a row that none is left over by itself. */
const inRow: Record<number, 3 | 5> = { 5: 5, 6: 3 }

/** Of what was sent; of what never is there is nothing to say. */
const failures = (label: string, failed: Compared, sent: Compared): Row[] =>
  failed.now > 0 || sent.now > 0
    ? [
        {
          label,
          compared: failed,
          better: 'fewer',
          note: hasAny(failed) ? undefined : say.ofSent(formatNumber(sent.now)),
        },
      ]
    : []

/** The numbers of 30 days, each with how it compares with the same weekdays before. */
export function Figures({ figures }: { figures: StoreFigures }) {
  const rows = rowsOf(figures)
  const isNew = rows.every(({ compared }) => compared.before === 0)
  return (
    <section aria-label={say.figures} className={styles.whole}>
      <FigureStrip columns={inRow[rows.length] ?? 4}>
        {rows.map(({ label, compared, better, format = formatNumber, note, shown }) => (
          <Figure key={label} label={label} value={format(shown ?? compared.now)}>
            {note ?? (!isNew && <Change {...compared} better={better} format={format} />)}
          </Figure>
        ))}
      </FigureStrip>
      {isNew && <p className={styles.noneBefore}>{say.noneBefore}</p>}
    </section>
  )
}

/** The orders of each day, beside those of the same weekdays before. */
export function OrdersChart({ figures: { range, ordersByDay } }: { figures: StoreFigures }) {
  const labels = daysOf(range).map((day) => formatDay(day))
  const hasBefore = ordersByDay.before.some((orders) => orders > 0)
  return (
    <div className={`${card} ${layout.inset}`}>
      <LineChart
        title={say.ordersByDay}
        note={say.utc}
        labels={labels}
        ticks={labels.map((label) => label.slice(0, 'MM/DD'.length))}
        series={[
          { name: say.now, values: ordersByDay.now },
          ...(hasBefore ? [{ name: say.before, values: ordersByDay.before, thin: true }] : []),
        ]}
      />
    </div>
  )
}
