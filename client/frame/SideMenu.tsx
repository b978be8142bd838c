import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { useSelector } from '@xstate/react'
import { useLocation, useMatches } from 'react-router'
import { isCollapsed, isExpanded, isOverPage, getOpenGroups } from '#machines/sideMenu.ts'
import {
  findMissingPermission,
  isCurrentLink,
  buildMenu,
  createOpenMenuGroupsCookie,
} from '#shared/navigation/menu.ts'
import type { MenuEntry, MenuLink } from '#shared/navigation/menu.ts'
import { messages } from '#shared/messages.ts'
import { findRoute } from '#shared/navigation/routes.ts'
import type { Route, MenuGroup } from '#shared/navigation/routes.ts'
import { useActors, useCan } from '../runtime/ConsoleContext.tsx'
import { Link } from '../ui/Link.tsx'
import { listenForDismissal } from '../shell/listenForDismissal.ts'
import { getCurrentRoute } from '../runtime/pageTitle.ts'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './SideMenu.css.ts'

/**
 * Builds the collapsible side menu from the route list (spec.md section 2). Groups are native
 * `<details>`, so they work without JavaScript.
 */
export function SideMenu() {
  const { sideMenu } = useActors()
  const can = useCan()
  const collapsed = useSelector(sideMenu, isCollapsed)
  const overPage = useSelector(sideMenu, isOverPage)
  const shown = useCurrentGroup()
  const nav = useMenuDismissal(overPage)
  const entries = buildMenu(can)
  const label = collapsed ? messages.shell.expandMenu : messages.shell.collapseMenu
  return (
    <nav
      ref={nav}
      className={styles.menu}
      aria-label={messages.shell.menu}
      data-collapsed={collapsed || undefined}
      data-open={overPage || undefined}
    >
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.kind === 'link' ? entry.link.path : entry.title}>
            {entry.kind === 'link' ? (
              <SideMenuLink link={entry.link} icon={linkIcons[entry.link.path]} />
            ) : (
              <SideMenuGroup entry={entry} shown={shown} />
            )}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`${styles.toggle} ${collapsed ? glyph.openMenu : glyph.closeMenu}`}
        aria-expanded={!collapsed}
        aria-label={label}
        onClick={() => sideMenu.send({ type: 'menu.toggle' })}
      />
    </nav>
  )
}

/**
 * Closes a menu that lies over the page on Escape or on a press outside it. The press does nothing
 * else.
 */
function useMenuDismissal(overPage: boolean) {
  const { sideMenu } = useActors()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!overPage) return
    const controller = new AbortController()
    const close = () => sideMenu.send({ type: 'menu.toggle' })
    if (nav.current) listenForDismissal(nav.current, close, controller.signal)
    return () => controller.abort()
  }, [overPage, sideMenu])
  return nav
}

/**
 * Returns the menu group of the current page, which may be several routes below the menu's entry.
 */
function useCurrentGroup(): MenuGroup | null {
  const { sideMenu } = useActors()
  const matches = useMatches()
  const group = findMenuGroup(getCurrentRoute(matches))
  useEffect(() => sideMenu.send({ type: 'group.entered', group }), [sideMenu, group])
  return group
}

const findMenuGroup = (route: Route | undefined): MenuGroup | null =>
  route?.group ?? (route?.parent ? findMenuGroup(findRoute(route.parent)) : null)

function SideMenuGroup({
  entry,
  shown,
}: {
  entry: MenuEntry & { kind: 'group' }
  shown: MenuGroup | null
}) {
  const { sideMenu } = useActors()
  const expanded = useSelector(sideMenu, (snapshot) => isExpanded(snapshot, entry.title, shown))
  const collapsed = useSelector(sideMenu, isCollapsed)
  // A collapsed menu hides the group's links, so its heading first expands the menu.
  function openMenu(event: MouseEvent) {
    if (!collapsed) return
    if (expanded) event.preventDefault()
    sideMenu.send({ type: 'menu.toggle' })
  }
  return (
    <details
      open={expanded}
      onToggle={(event) => {
        if (event.currentTarget.open === expanded) return
        sideMenu.send({ type: 'group.toggle', group: entry.title, shown })
        document.cookie = createOpenMenuGroupsCookie(getOpenGroups(sideMenu.getSnapshot()))
      }}
    >
      <summary
        className={`${styles.group} ${groupIcons[entry.title]}`}
        data-shown={entry.title === shown || undefined}
        onClick={openMenu}
        title={collapsed ? entry.title : undefined}
        aria-label={entry.title}
      >
        <span className={styles.label}>{entry.title}</span>
      </summary>
      <ul className={styles.children}>
        {entry.children.map((link) => (
          <li key={link.path}>
            <SideMenuLink link={link} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function SideMenuLink({ link, icon }: { link: MenuLink; icon?: string | undefined }) {
  const { sideMenu, session } = useActors()
  const location = useLocation()
  const attention = useSelector(session, ({ context }) => context.user?.attention ?? 0)
  const missing = useSelector(session, ({ context }) => findMissingPermission(link, context))
  const count = link.path === '/dashboard' ? attention : 0
  const reason = missing === null ? undefined : messages.shell.locked(missing)
  function leave() {
    if (isOverPage(sideMenu.getSnapshot())) sideMenu.send({ type: 'menu.toggle' })
  }
  return (
    <Link
      to={link.path}
      className={icon ? `${styles.link} ${icon}` : styles.link}
      onClick={leave}
      aria-label={count > 0 ? messages.shell.attention(link.title, count) : link.title}
      aria-description={reason}
      aria-current={isCurrentLink(link, location) ? 'page' : undefined}
      data-locked={missing === null ? undefined : ''}
    >
      <span className={styles.label} data-reason={reason}>
        {link.title}
      </span>
      {count > 0 && <span className={styles.count} data-count={count} />}
    </Link>
  )
}

/** The icons of entries outside of groups, by path. */
const linkIcons: Readonly<Record<string, string>> = {
  '/dashboard': glyph.dashboard,
  '/calendar': glyph.calendar,
}

const groupIcons: Record<MenuGroup, string> = {
  Stores: glyph.store,
  Catalog: glyph.boxes,
  People: glyph.users,
  Payments: glyph.card,
  'Gift cards': glyph.gift,
  Settings: glyph.settings,
}
