import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import { buildBreadcrumbs } from '#shared/navigation/breadcrumbs.ts'
import { messages } from '#shared/messages.ts'
import { useListPositions } from '../runtime/ConsoleContext.tsx'
import { getCurrentRoute } from '../runtime/pageTitle.ts'
import { ActionButton } from './ActionButton.tsx'
import { Menu, MenuLink, MenuList } from './dialogs/Menu.tsx'
import { Link } from './Link.tsx'
import { useOfferedActions } from './pageActions.ts'
import type { PageAction, PageLink } from './pageActions.ts'
import { Tabs } from './Tabs.tsx'
import type { Tab } from './Tabs.tsx'
import * as glyph from './glyph.css.ts'
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
  /** Controls before the actions, which the palette doesn't offer. */
  tools?: ReactNode
  /** At 360 px, actions and menu have about 120 px. */
  actions?: readonly PageAction[]
  /** More actions. A URL with the ID as its fragment opens the menu. */
  menu?: { id: string; label: string; actions: readonly PageLink[] }
  tabs?: { label: string; tabs: readonly Tab[] } | undefined
}

/** Actions that the frame or an area puts before those of the current page. */
export const HeaderActions = createContext<readonly PageAction[]>([])

/**
 * Renders the header of every signed-in page: breadcrumbs (spec.md section 2), name, actions, tabs.
 * Its line stays on scroll. The palette offers its actions and tabs too.
 */
export function PageHeader({ title, part, facts = [], menu, ...props }: PageHeaderProps) {
  const loading = useNavigation().state === 'loading'
  const route = getCurrentRoute(useMatches())
  const name = title ?? part ?? route?.title ?? messages.notFound.title
  const { pathname } = useLocation()
  const actions = [...use(HeaderActions), ...(props.actions ?? [])]
  const menuLinks = menu?.actions ?? []
  const tabLinks = (props.tabs?.tabs ?? [])
    .filter(({ to, current = to === pathname }) => !current)
    .map(({ title: label, to }) => ({ label, to, preventScrollReset: true }))
  useOfferedActions([...actions, ...menuLinks, ...tabLinks], name)
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
        {(props.tools || actions.length > 0 || menuLinks.length > 0) && (
          <div className={styles.actions}>
            {props.tools}
            {actions.map((action) => (
              <ActionButton
                key={'submits' in action ? action.submits : action.label}
                action={action}
              />
            ))}
            {menu && menuLinks.length > 0 && <HeaderMenu {...menu} />}
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

function HeaderMenu({ id, label, actions }: NonNullable<PageHeaderProps['menu']>) {
  return (
    <Menu
      label={label}
      face={
        <>
          <span className={styles.wide}>
            {label} <span className={glyph.opens} />
          </span>
          <span className={styles.narrow}>⋯</span>
        </>
      }
      align="end"
    >
      <div id={id}>
        <MenuList>
          {actions.map(({ label: words, ...link }) => (
            <MenuLink key={words} {...link}>
              {words}
            </MenuLink>
          ))}
        </MenuList>
      </div>
    </Menu>
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
