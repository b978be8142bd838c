import { useLocation } from 'react-router'
import { toMidSentenceLabel } from '#shared/format/labels.ts'
import { messages } from '#shared/messages.ts'
import { Link } from './Link.tsx'
import * as styles from './Tabs.css.ts'

export type Tab = {
  title: string
  to: string
  count?: string | undefined
  bad?: boolean | undefined
  none?: boolean
  /**
   * Whether this tab is shown, if its URL differs only in the query; by default the path decides.
   */
  current?: boolean | undefined
}

/**
 * Renders parts of a page or views of a list as links with their own URLs. Too many scroll
 * sideways.
 */
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
              aria-label={bad ? getAttentionLabel(title, count) : undefined}
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

/** Returns a name that says what a number counts, or that sets off words such as "Out of funds". */
function getAttentionLabel(title: string, count = ''): string | undefined {
  if (/^\d+$/.test(count)) return messages.shell.attention(title, Number(count))
  return /^[A-Z]/.test(count) ? `${title}, ${toMidSentenceLabel(count)}` : undefined
}
