import type { Compared, Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import { dashboardLinks } from './links.ts'
import { dashboardMessages } from './words.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { Change, Figure, FigureStrip } from '#client/ui/charts/Figure.tsx'
import type { Better } from '#client/ui/charts/Figure.tsx'
import { Link } from '#client/ui/Link.tsx'

const say = dashboardMessages.figures

type Name = {
  [Name in keyof Dashboard]: Dashboard[Name] extends Compared ? Name : never
}[keyof Dashboard]
type Row = {
  name: Name & keyof typeof say
  better: Better
  to: (days: Days) => string
}
const sales: readonly Row[] = [
  { name: 'orders', better: 'more', to: dashboardLinks.orders },
  { name: 'paymentsFailed', better: 'fewer', to: dashboardLinks.paymentsFailed },
  { name: 'paymentsRecovered', better: 'more', to: dashboardLinks.paymentsRecovered },
]
const deliveries: readonly Row[] = [
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

export function Figures({ figures, compare }: Props) {
  const { stores, integrations, range } = figures
  const tile = ({ name, better, to }: Row) => (
    <Figure key={name} label={say[name]} value={formatNumber(figures[name].now)} to={to(range)}>
      {compare && <Change {...figures[name]} better={better} />}
    </Figure>
  )
  return (
    <section aria-label={say.label}>
      <FigureStrip columns={5}>
        <Figure
          label={say.activeStores}
          value={formatNumber(stores.active)}
          to={dashboardLinks.activeStores()}
        >
          <Link to={dashboardLinks.stores()}>{say.outOf(stores.all)}</Link>
        </Figure>
        <Figure
          label={say.degraded}
          value={formatNumber(integrations.degraded)}
          to={dashboardLinks.failingStores()}
          bad={integrations.degraded > 0}
        >
          <Link to={dashboardLinks.failingStores()}>{say.inStores(integrations.stores)}</Link>
        </Figure>
        {[...sales, ...deliveries].map(tile)}
        {figures.incidents !== undefined && (
          <Figure
            label={say.incidents}
            value={formatNumber(figures.incidents)}
            to={dashboardLinks.incidents()}
            bad={figures.incidents > 0}
          >
            {say.incidentsOpen}
          </Figure>
        )}
      </FigureStrip>
    </section>
  )
}
