import { NavLink } from 'react-router'
import * as styles from './Tabs.css.ts'

export type Tab = { title: string; to: string }

/** Parts of one page, each with an address of its own, so that a tab is a link and works without JavaScript. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={styles.bar}>
      <ul className={styles.list}>
        {tabs.map(({ title, to }) => (
          <li key={to}>
            <NavLink to={to} end preventScrollReset className={styles.tab}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
