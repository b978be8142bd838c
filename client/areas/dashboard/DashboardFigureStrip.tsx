import type { MetricComparison, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { dashboardLinks } from './dashboardLinks.ts'
import { dashboardMessages } from './messages.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { FigureChange, Figure, FigureStrip } from '#client/ui/charts/Figure.tsx'
import type { BetterDirection } from '#client/ui/charts/Figure.tsx'
import { Link } from '#client/ui/Link.tsx'

type FigureName = {
  [Name in keyof Dashboard]: Dashboard[Name] extends MetricComparison ? Name : never
}[keyof Dashboard]
type FigureRow = {
  name: FigureName & keyof typeof dashboardMessages.figures
  better: BetterDirection
  to: (days: DayRange) => string
}
const salesFigures: readonly FigureRow[] = [
  { name: 'orders', better: 'more', to: dashboardLinks.orders },
  { name: 'paymentsFailed', better: 'fewer', to: dashboardLinks.paymentsFailed },
  { name: 'paymentsRecovered', better: 'more', to: dashboardLinks.paymentsRecovered },
]
const deliveryFigures: readonly FigureRow[] = [
  { name: 'giftCardsSent', better: null, to: (days) => dashboardLinks.giftCards(days, 'sent') },
  {
    name: 'giftCardsFailed',
    better: 'fewer',
    to: (days) => dashboardLinks.giftCards(days, 'failed'),
  },
  { name: 'mailSent', better: null, to: (days) => dashboardLinks.mails(days, 'sent') },
  { name: 'mailFailed', better: 'fewer', to: (days) => dashboardLinks.mails(days, 'failed') },
]

type Props = { figures: Dashboard; compare: boolean }

export function DashboardFigureStrip({ figures, compare }: Props) {
  const { stores, integrations, range } = figures
  const renderTile = ({ name, better, to }: FigureRow) => (
    <Figure
      key={name}
      label={dashboardMessages.figures[name]}
      value={formatNumber(figures[name].now)}
      to={to(range)}
    >
      {compare && <FigureChange {...figures[name]} better={better} />}
    </Figure>
  )
  return (
    <section aria-label={dashboardMessages.figures.label}>
      <FigureStrip columns={5}>
        <Figure
          label={dashboardMessages.figures.activeStores}
          value={formatNumber(stores.active)}
          to={dashboardLinks.activeStores()}
        >
          <Link to={dashboardLinks.stores()}>{dashboardMessages.figures.outOf(stores.all)}</Link>
        </Figure>
        <Figure
          label={dashboardMessages.figures.degraded}
          value={formatNumber(integrations.degraded)}
          to={dashboardLinks.failingStores()}
          bad={integrations.degraded > 0}
        >
          <Link to={dashboardLinks.failingStores()}>
            {dashboardMessages.figures.inStores(integrations.stores)}
          </Link>
        </Figure>
        {[...salesFigures, ...deliveryFigures].map(renderTile)}
        {figures.incidents !== undefined && (
          <Figure
            label={dashboardMessages.figures.incidents}
            value={formatNumber(figures.incidents)}
            to={dashboardLinks.incidents()}
            bad={figures.incidents > 0}
          >
            {dashboardMessages.figures.incidentsOpen}
          </Figure>
        )}
      </FigureStrip>
    </section>
  )
}
