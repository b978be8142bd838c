import type { ReactNode } from 'react'
import type { DailyMetric, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { sumValues } from '#shared/areas/dashboard/dashboardCalls.ts'
import { formatCreditUnit } from '#shared/areas/dashboard/units.ts'
import { Table } from '#client/frame/index.ts'
import { dashboardLinks } from './dashboardLinks.ts'
import { dashboardMessages } from './messages.ts'
import { buildDashboardUrl } from './dashboardView.ts'
import type { DashboardView } from './dashboardView.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { FigureChange } from '#client/ui/charts/Figure.tsx'
import { CreditsChart, getUnitFormats } from './Charts.tsx'
import { Segments } from './RangeBar.tsx'
import * as layout from './layout.css.ts'
import * as styles from './Credits.css.ts'
type UnitCredits = Dashboard['credits'][number]

/** Number of units with a link above the chart. The table links the others. */
const maxUnitLinks = 5

type Props = { figures: Dashboard; view: DashboardView; compare: boolean }

/**
 * Shows credits by unit, never summed across units: issued, redeemed, and expiring soon, with a
 * daily chart of one unit.
 */
export function Credits({ figures: { credits, range }, view, compare }: Props) {
  const charted = credits.find(({ unit }) => unit === view.unit) ?? credits[0]
  const buildUnitUrl = (unit: string) => buildDashboardUrl({ ...view, unit })
  const linkedUnits = credits.filter((one, index) => index < maxUnitLinks || one === charted)
  const numbers = { range, compare }
  return (
    <section aria-labelledby="credits" className={layout.card}>
      <div className={styles.head}>
        <h2 id="credits" className={layout.title}>
          {dashboardMessages.credits.title}
        </h2>
        {credits.length > 1 && (
          <Segments
            label={dashboardMessages.credits.chart}
            items={linkedUnits.map(({ unit }) => ({
              title: formatCreditUnit(unit),
              to: buildUnitUrl(unit),
              current: unit === charted?.unit,
            }))}
          />
        )}
      </div>
      {charted && view.unit !== null && charted.unit !== view.unit && (
        <p role="alert" className={layout.soft}>
          {dashboardMessages.credits.without(view.unit, formatCreditUnit(charted.unit))}
        </p>
      )}
      {charted ? (
        <>
          <dl className={styles.numbers}>
            {creditColumns.map(({ label, number }) => (
              <div key={label} className={styles.figure}>
                <dt className={layout.soft}>{label}</dt>
                <dd>{number(charted, numbers)}</dd>
              </div>
            ))}
          </dl>
          <CreditsChart range={range} credits={charted} compare={compare} />
        </>
      ) : (
        <StateMessage title={dashboardMessages.credits.none} />
      )}
      {credits.length > 1 && (
        <details>
          <summary className={layout.soft}>{dashboardMessages.credits.asTable}</summary>
          <Table<UnitCredits>
            caption={dashboardMessages.credits.table}
            rows={credits}
            keyOf={({ unit }) => unit}
            columns={[
              {
                label: dashboardMessages.credits.unit,
                render: ({ unit }) => (
                  <Link to={buildUnitUrl(unit)} preventScrollReset>
                    {formatCreditUnit(unit)}
                  </Link>
                ),
              },
              ...creditColumns.map(({ label, number }) => ({
                label,
                align: 'end' as const,
                render: (row: UnitCredits) => number(row, numbers),
              })),
            ]}
          />
        </details>
      )}
    </section>
  )
}

type CreditNumberContext = { range: Dashboard['range']; compare: boolean }

const creditColumns: readonly {
  label: string
  number: (credits: UnitCredits, numbers: CreditNumberContext) => ReactNode
}[] = [
  {
    label: dashboardMessages.credits.issued,
    number: ({ unit, issued }, { range, compare }) => (
      <CreditAmount
        to={dashboardLinks.credits(range, 'issue', unit)}
        unit={unit}
        daily={issued}
        compare={compare}
      />
    ),
  },
  {
    label: dashboardMessages.credits.redeemed,
    number: ({ unit, redeemed }, { range, compare }) => (
      <CreditAmount
        to={dashboardLinks.credits(range, 'redeem', unit)}
        unit={unit}
        daily={redeemed}
        compare={compare}
      />
    ),
  },
  {
    label: dashboardMessages.credits.expiring,
    number: ({ unit, expiring }) => (
      <Link to={dashboardLinks.expiringCredits(unit)} className={layout.number}>
        {getUnitFormats(unit).format(expiring)}
      </Link>
    ),
  },
]

type CreditAmountProps = { to: string; unit: string; daily: DailyMetric; compare: boolean }

function CreditAmount({ to, unit, daily, compare }: CreditAmountProps) {
  const { format } = getUnitFormats(unit)
  const [now, before] = [sumValues(daily.now), sumValues(daily.before)]
  return (
    <>
      <Link to={to} className={layout.number}>
        {format(now)}
      </Link>
      {compare && (
        <span className={styles.change}>
          <FigureChange now={now} before={before} better={null} format={format} />
        </span>
      )}
    </>
  )
}
