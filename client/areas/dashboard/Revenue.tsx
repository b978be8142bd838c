import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { dashboardLinks } from './dashboardLinks.ts'
import { dashboardMessages } from './messages.ts'
import { formatMinor } from '#shared/format/money.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { FigureChange } from '#client/ui/charts/Figure.tsx'
import * as layout from './layout.css.ts'
import * as styles from './Revenue.css.ts'

type Props = { revenue: Dashboard['revenue']; days: DayRange; compare: boolean }

const maxShownCurrencies = 9

/**
 * Shows revenue by currency, never summed across currencies. A currency links to its stores, its
 * amount to the orders.
 */
export function Revenue({ revenue, days, compare }: Props) {
  const rest = revenue.slice(maxShownCurrencies)
  return (
    <section aria-labelledby="revenue" className={layout.card}>
      <h2 id="revenue" className={layout.title}>
        {dashboardMessages.revenue.title}
      </h2>
      {revenue.length === 0 && <StateMessage title={dashboardMessages.revenue.none} />}
      <RevenueAmounts revenue={revenue.slice(0, maxShownCurrencies)} {...{ days, compare }} />
      {rest.length > 0 && (
        <details>
          <summary className={layout.soft}>{dashboardMessages.revenue.more(rest.length)}</summary>
          <RevenueAmounts revenue={rest} {...{ days, compare }} />
        </details>
      )}
    </section>
  )
}

function RevenueAmounts({ revenue, days, compare }: Props) {
  return (
    <ul>
      {revenue.map(({ currency, now, before }) => {
        const format = (minor: number) => formatMinor(minor, currency)
        return (
          <li key={currency} className={styles.row}>
            <Link
              to={dashboardLinks.storesIn(currency)}
              aria-label={dashboardMessages.revenue.storesOf(currency)}
              className={styles.currency}
            >
              {currency}
            </Link>
            <Link
              to={dashboardLinks.ordersIn(days, currency)}
              aria-label={dashboardMessages.revenue.ordersIn(currency, format(now))}
              className={styles.amount}
            >
              {format(now)}
            </Link>
            {compare && (
              <span className={styles.change}>
                <FigureChange now={now} before={before} better="more" format={format} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
