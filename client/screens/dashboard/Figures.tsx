import type { ReactNode } from 'react'
import type { Compared, Dashboard } from '#shared/dashboard/dashboardCalls.ts'
import type { Days } from '#shared/dashboard/dashboardDays.ts'
import { dashboardLinks } from './links.ts'
import { dashboardMessages } from './words.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Link } from '#client/ui/Link.tsx'
import { Change } from './Change.tsx'
import type { Better } from './Change.tsx'
import * as styles from './Figures.css.ts'

const say = dashboardMessages.figures

/** The figures that are compared with the range before, each with what is good news and where it leads. */
type Name = {
  [Name in keyof Dashboard]: Dashboard[Name] extends Compared ? Name : never
}[keyof Dashboard]
type Row = { name: Name & keyof typeof say; better: Better; to: (days: Days) => string }
const sales: readonly Row[] = [
  { name: 'orders', better: 'more', to: dashboardLinks.orders },
  { name: 'paymentsFailed', better: 'fewer', to: dashboardLinks.paymentsFailed },
  { name: 'paymentsRecovered', better: 'more', to: dashboardLinks.paymentsRecovered },
]
const deliveries: readonly Row[] = [
  { name: 'giftCardsSent', better: null, to: dashboardLinks.giftCards },
  { name: 'giftCardsFailed', better: 'fewer', to: dashboardLinks.giftCards },
  { name: 'mailSent', better: null, to: dashboardLinks.mail },
  { name: 'mailFailed', better: 'fewer', to: dashboardLinks.mail },
]

type Props = { figures: Dashboard; compare: boolean }

/** The figures of all stores, each a link to the list it counts. */
export function Figures({ figures, compare }: Props) {
  const { stores, integrations, range } = figures
  const tile = ({ name, better, to }: Row) => (
    <Tile key={name} label={say[name]} value={figures[name].now} to={to(range)}>
      {compare && <Change {...figures[name]} better={better} />}
    </Tile>
  )
  return (
    <section aria-label={say.label} className={styles.strips}>
      <dl className={styles.strip}>
        <Tile label={say.activeStores} value={stores.active} to={dashboardLinks.activeStores()}>
          {say.ofStores(formatNumber(stores.all))}
        </Tile>
        <Tile
          label={say.degraded}
          value={integrations.degraded}
          to={dashboardLinks.failingStores()}
          bad={integrations.degraded > 0}
        >
          {say.inStores(integrations.stores)}
        </Tile>
        {sales.map(tile)}
      </dl>
      <dl className={styles.strip}>{deliveries.map(tile)}</dl>
    </section>
  )
}

type TileProps = { label: string; value: number; to: string; bad?: boolean; children: ReactNode }

function Tile({ label, value, to, bad = false, children }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        <Link to={to} className={styles.number} data-bad={bad || undefined}>
          {formatNumber(value)}
        </Link>
      </dd>
      <dd className={styles.note}>{children}</dd>
    </div>
  )
}
