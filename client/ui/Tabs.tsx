import { useLocation } from 'react-router'
import { Link } from './Link.tsx'
import * as styles from './Tabs.css.ts'

export type Tab = {
  title: string
  to: string
  count?: string | undefined
  bad?: boolean | undefined
  none?: boolean
  /** Whether it is the one shown, where its address differs in the query alone; else the path says so. */
  current?: boolean | undefined
}

/** Parts of one page or views of one list, each a link with an address of its own. Too many scroll sideways. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className={styles.bar}>
      <ul className={styles.list}>
        {tabs.map(({ title, to, count, bad, none, current = to === pathname }) => (
          <li key={to}>
            <Link
              ref={current ? scrollTabIntoView : null}
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

function scrollTabIntoView(tab: HTMLElement | null): void {
  const bar = tab?.closest('nav')
  if (tab && bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - 24
}
