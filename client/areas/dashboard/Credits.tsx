import type { ReactNode } from 'react'
import type { Daily, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { total } from '#shared/areas/dashboard/dashboardCalls.ts'
import { unitName } from '#shared/areas/dashboard/units.ts'
import { dashboardLinks } from './links.ts'
import { dashboardMessages } from './words.ts'
import { dashboardAddress } from './range.ts'
import type { DashboardView } from './range.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Table } from '#client/ui/Table.tsx'
import { Change } from '#client/ui/charts/Figure.tsx'
import { CreditsChart, unitFormats } from './Charts.tsx'
import { Segments } from './RangeBar.tsx'
import * as layout from './layout.css.ts'
import * as styles from './Credits.css.ts'

const say = dashboardMessages.credits
type UnitCredits = Dashboard['credits'][number]

/** So many units have a link of their own above the chart; the others are links of the table. */
const inSight = 4

type Props = { figures: Dashboard; view: DashboardView; compare: boolean }

/** Credits by unit, never summed across: what was issued, redeemed and soon expires, and one unit drawn by day. */
export function Credits({ figures: { credits, range }, view, compare }: Props) {
  const drawn = credits.find(({ unit }) => unit === view.unit) ?? credits[0]
  const to = (unit: string) => dashboardAddress({ ...view, unit })
  const offered = credits.filter((one, at) => at < inSight || one === drawn)
  const numbers = { range, compare }
  return (
    <section aria-labelledby="credits" className={layout.card}>
      <div className={styles.head}>
        <h2 id="credits" className={layout.title}>
          {say.title}
        </h2>
        {credits.length > 1 && (
          <Segments
            label={say.chart}
            items={offered.map(({ unit }) => ({
              title: unitName(unit),
              to: to(unit),
              current: unit === drawn?.unit,
            }))}
          />
        )}
      </div>
      {drawn && view.unit !== null && drawn.unit !== view.unit && (
        <p role="alert" className={layout.soft}>
          {say.without(view.unit, unitName(drawn.unit))}
        </p>
      )}
      {drawn ? (
        <>
          <dl className={styles.numbers}>
            {columns.map(({ label, number }) => (
              <div key={label} className={styles.figure}>
                <dt className={layout.soft}>{label}</dt>
                <dd>{number(drawn, numbers)}</dd>
              </div>
            ))}
          </dl>
          <CreditsChart range={range} credits={drawn} compare={compare} />
        </>
      ) : (
        <StateMessage title={say.none} />
      )}
      {credits.length > 1 && (
        <details>
          <summary className={layout.soft}>{say.all(credits.length)}</summary>
          <Table<UnitCredits>
            caption={say.table}
            rows={credits}
            keyOf={({ unit }) => unit}
            columns={[
              {
                label: say.unit,
                render: ({ unit }) => (
                  <Link to={to(unit)} preventScrollReset>
                    {unitName(unit)}
                  </Link>
                ),
              },
              ...columns.map(({ label, number }) => ({
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

type Numbers = { range: Dashboard['range']; compare: boolean }

const columns: readonly {
  label: string
  number: (credits: UnitCredits, numbers: Numbers) => ReactNode
}[] = [
  {
    label: say.issued,
    number: ({ unit, issued }, { range, compare }) => (
      <Amount
        to={dashboardLinks.credits(range, 'issue', unit)}
        unit={unit}
        daily={issued}
        compare={compare}
      />
    ),
  },
  {
    label: say.redeemed,
    number: ({ unit, redeemed }, { range, compare }) => (
      <Amount
        to={dashboardLinks.credits(range, 'redeem', unit)}
        unit={unit}
        daily={redeemed}
        compare={compare}
      />
    ),
  },
  {
    label: say.expiring,
    number: ({ unit, expiring }) => (
      <Link to={dashboardLinks.expiringCredits(unit)} className={layout.number}>
        {unitFormats(unit).format(expiring)}
      </Link>
    ),
  },
]

type AmountProps = { to: string; unit: string; daily: Daily; compare: boolean }

function Amount({ to, unit, daily, compare }: AmountProps) {
  const { format } = unitFormats(unit)
  const [now, before] = [total(daily.now), total(daily.before)]
  return (
    <>
      <Link to={to} className={layout.number}>
        {format(now)}
      </Link>
      {compare && (
        <span className={styles.change}>
          <Change now={now} before={before} better={null} format={format} />
        </span>
      )}
    </>
  )
}
