import { useLocation } from 'react-router'
import { Link } from './Link.tsx'
import * as styles from './Tabs.css.ts'

export type Tab = {
  title: string
  to: string
  /** How many there are in it: "192". */
  count?: string | undefined
  /** The count tells of trouble. */
  bad?: boolean | undefined
  /** There is nothing in it. */
  none?: boolean
  /** Whether it is the one shown, where its address differs in the query alone; else the path says so. */
  current?: boolean | undefined
}

/**
 * Parts of one page, or views of one list, each with an address of its own, so that a tab is a link and works without
 * JavaScript. Where there is no room for all of them, they scroll sideways.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className={styles.bar}>
      <ul className={styles.list}>
        {tabs.map(({ title, to, count, bad, none, current = to === pathname }) => (
          <li key={to}>
            <Link
              ref={current ? intoSight : null}
              to={to}
              preventScrollReset
              className={styles.tab}
              data-none={none || undefined}
              aria-current={current ? 'page' : undefined}
            >
              {title}{' '}
              {count !== undefined && (
                <span className={styles.count} data-bad={bad || undefined}>
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Where the bar is narrower than its tabs, the one shown is in sight. */
function intoSight(tab: HTMLElement | null): void {
  const bar = tab?.closest('nav')
  if (tab && bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - 24
}
