import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import { dashboardLinks } from './links.ts'
import { dashboardMessages } from './words.ts'
import { formatMinor } from '#shared/format/money.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Change } from '#client/ui/charts/Figure.tsx'
import * as layout from './layout.css.ts'
import * as styles from './Revenue.css.ts'

const say = dashboardMessages.revenue

type Props = { revenue: Dashboard['revenue']; days: Days; compare: boolean }

const inSight = 9

/** Revenue by currency, never summed across; each currency leads to its stores, its amount to the orders. */
export function Revenue({ revenue, days, compare }: Props) {
  const rest = revenue.slice(inSight)
  return (
    <section aria-labelledby="revenue" className={layout.card}>
      <h2 id="revenue" className={layout.title}>
        {say.title}
      </h2>
      {revenue.length === 0 && <StateMessage title={say.none} />}
      <Amounts revenue={revenue.slice(0, inSight)} {...{ days, compare }} />
      {rest.length > 0 && (
        <details>
          <summary className={layout.soft}>{say.more(rest.length)}</summary>
          <Amounts revenue={rest} {...{ days, compare }} />
        </details>
      )}
    </section>
  )
}

function Amounts({ revenue, days, compare }: Props) {
  return (
    <ul>
      {revenue.map(({ currency, now, before }) => {
        const format = (minor: number) => formatMinor(minor, currency)
        return (
          <li key={currency} className={styles.row}>
            <Link
              to={dashboardLinks.storesIn(currency)}
              aria-label={say.storesOf(currency)}
              className={styles.currency}
            >
              {currency}
            </Link>
            <Link
              to={dashboardLinks.ordersIn(days, currency)}
              aria-label={say.ordersIn(currency, format(now))}
              className={styles.amount}
            >
              {format(now)}
            </Link>
            {compare && (
              <span className={styles.change}>
                <Change now={now} before={before} better="more" format={format} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
