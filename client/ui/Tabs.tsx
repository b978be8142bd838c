import { useLocation } from 'react-router'
import { toMidSentenceLabel } from '#shared/format/labels.ts'
import { messages } from '#shared/messages.ts'
import { Menu, MenuLink, MenuList } from './dialogs/Menu.tsx'
import { Link } from './Link.tsx'
import * as glyph from './glyph.css.ts'
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

/** Fewer tabs are quick to scroll through. */
const minTabsWithMenu = 10

/**
 * Renders parts of a page or views of a list as links with their own URLs. Too many scroll
 * sideways, and a menu lists all of them.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  if (tabs.length < minTabsWithMenu) return <TabBar label={label} tabs={tabs} />
  return (
    <div className={styles.withMenu}>
      <TabBar label={label} tabs={tabs} />
      <TabMenu tabs={tabs} />
    </div>
  )
}

/** Lists all tabs. The stylesheet shows it only while the tabs don't fit. */
function TabMenu({ tabs }: { tabs: readonly Tab[] }) {
  const { pathname } = useLocation()
  return (
    <div className={styles.menu} title={messages.shell.allTabs}>
      <Menu
        label={messages.shell.allTabs}
        look="icon"
        align="end"
        face={<span className={glyph.opens} />}
      >
        <MenuList>
          {tabs.map(({ title, to, count, current = to === pathname }) => (
            <MenuLink
              key={to}
              to={to}
              preventScrollReset
              aria-current={current ? 'page' : undefined}
            >
              {title}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </MenuLink>
          ))}
        </MenuList>
      </Menu>
    </div>
  )
}

function TabBar({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
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

/** Scrolls to a tab that is cut off or fades. A visible one stays where it was clicked. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  const bar = tab?.closest('nav')
  if (!tab || !bar) return
  const left = tab.offsetLeft - bar.offsetLeft
  const isLast = left + tab.offsetWidth >= bar.scrollWidth
  const end = bar.scrollLeft + bar.clientWidth - (isLast ? 0 : styles.fadeWidth)
  if (left < bar.scrollLeft || left + tab.offsetWidth > end) bar.scrollLeft = left - 24
}

/** Returns a name that says what a number counts, or that sets off words such as "Out of funds". */
function getAttentionLabel(title: string, count = ''): string | undefined {
  if (/^\d+$/.test(count)) return messages.shell.attention(title, Number(count))
  return /^[A-Z]/.test(count) ? `${title}, ${toMidSentenceLabel(count)}` : undefined
}
