import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { useMatches, useNavigation } from 'react-router'
import { buildBreadcrumbs } from '#shared/navigation/breadcrumbs.ts'
import { messages } from '#shared/messages.ts'
import { useListPositions } from '../runtime/ConsoleContext.tsx'
import { getCurrentRoute } from '../runtime/pageTitle.ts'
import { Link } from './Link.tsx'
import { Tabs } from './Tabs.tsx'
import type { Tab } from './Tabs.tsx'
import * as styles from './PageHeader.css.ts'

export type Fact = { name: string; value: ReactNode }

export type PageHeaderProps = {
  title?: string | undefined
  /**
   * The subject, if a route parameter selects it. The breadcrumbs then link to the route's own page
   * too.
   */
  part?: string | undefined
  count?: string | undefined
  status?: ReactNode
  place?: ReactNode
  /** At most four. */
  facts?: readonly Fact[]
  /** Buttons and menus. At 360 px they have about 120 px. */
  actions?: ReactNode
  tabs?: { label: string; tabs: readonly Tab[] } | undefined
}

/** Tools that the shell adds to the current page's actions. */
export const HeaderTools = createContext<ReactNode>(null)

/**
 * Renders the header of every signed-in page: breadcrumbs (spec.md section 2), name, tabs. Its line
 * stays on scroll.
 */
export function PageHeader({ title, part, facts = [], ...props }: PageHeaderProps) {
  const loading = useNavigation().state === 'loading'
  const route = getCurrentRoute(useMatches())
  const name = title ?? part ?? route?.title ?? messages.notFound.title
  const tools = use(HeaderTools)
  return (
    <header className={styles.header}>
      <div className={styles.way}>
        <Breadcrumbs part={part} />
        {props.status && <span className={styles.narrow}>{props.status}</span>}
        {props.place}
      </div>
      <div className={styles.line}>
        <div className={styles.name}>
          <h1 className={styles.title} title={name}>
            {name}
          </h1>
          {props.count !== undefined && <p className={styles.count}>{props.count}</p>}
          {props.status && <span className={styles.wide}>{props.status}</span>}
        </div>
        <p role="status" className={styles.loading}>
          {loading ? messages.loading : ''}
        </p>
        {(tools || props.actions) && (
          <div className={styles.actions}>
            {tools}
            {props.actions}
          </div>
        )}
        <span className={styles.edge} />
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts} tabIndex={0}>
          {facts.map(({ name: fact, value }) => (
            <div key={fact} className={styles.fact}>
              <dt>{fact}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {props.tabs && (
        <div className={styles.tabs}>
          <Tabs {...props.tabs} />
        </div>
      )}
      <div className={styles.gap} />
    </header>
  )
}

function Breadcrumbs({ part }: Pick<PageHeaderProps, 'part'>) {
  const matches = useMatches()
  const positions = useListPositions()
  const route = getCurrentRoute(matches)
  const trail = buildBreadcrumbs(route?.path ?? '', matches.at(-1)?.params ?? {})
  return (
    <nav aria-label={messages.shell.breadcrumbs}>
      <ol className={styles.trail}>
        {trail.map(({ title, to }, index) => (
          <li key={to} className={styles.step}>
            {route && !part && index === trail.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link to={positions.getLastUrl(to)}>{title}</Link>
            )}
          </li>
        ))}
        {part && (
          <li className={styles.step}>
            <span aria-current="page">{part}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
