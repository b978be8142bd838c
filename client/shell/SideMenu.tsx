import { useEffect } from 'react'
import type { MouseEvent } from 'react'
import { useSelector } from '@xstate/react'
import { useLocation, useMatches } from 'react-router'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { isCollapsed, isExpanded, isOverPage } from '#machines/sideMenu.ts'
import { menuFrom } from '#shared/menu.ts'
import type { MenuEntry } from '#shared/menu.ts'
import { messages } from '#shared/messages.ts'
import { routeAt } from '#shared/routes.ts'
import type { Route, MenuGroup } from '#shared/routes.ts'
import { useActors, useMay } from '../ConsoleContext.tsx'
import { isWithin, Link } from '../ui/Link.tsx'
import { currentRoute } from '../pageTitle.ts'
import * as styles from './SideMenu.css.ts'
import Boxes from 'lucide-react/icons/boxes'
import CreditCard from 'lucide-react/icons/credit-card'
import Gift from 'lucide-react/icons/gift'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Settings from 'lucide-react/icons/settings'
import Store from 'lucide-react/icons/store'
import Users from 'lucide-react/icons/users'
import type { LucideIcon } from 'lucide-react'

/** The collapsible side menu from the route list (spec.md section 2). Groups are native `<details>`, so they work without JavaScript. */
export function SideMenu() {
  const { sideMenu } = useActors()
  const may = useMay()
  const collapsed = useSelector(sideMenu, isCollapsed)
  const overPage = useSelector(sideMenu, isOverPage)
  const shown = useShownGroup()
  const entries = menuFrom(may)
  const label = collapsed ? messages.shell.expandMenu : messages.shell.collapseMenu
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <nav
      className={styles.menu}
      aria-label={messages.shell.menu}
      data-collapsed={collapsed || undefined}
      data-open={overPage || undefined}
    >
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={!collapsed}
        aria-label={label}
        onClick={() => sideMenu.send({ type: 'menu.toggle' })}
      >
        <Toggle size={18} aria-hidden="true" />
      </button>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.kind === 'link' ? entry.route.path : entry.title}>
            {entry.kind === 'link' ? (
              <Entry route={entry.route} icon />
            ) : (
              <Group entry={entry} shown={shown} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The group of the page that is shown, which may stand several routes below the one that the menu has. */
function useShownGroup(): MenuGroup | null {
  const { sideMenu } = useActors()
  const matches = useMatches()
  const group = groupOf(currentRoute(matches))
  useEffect(() => sideMenu.send({ type: 'group.entered', group }), [sideMenu, group])
  return group
}

const groupOf = (route: Route | undefined): MenuGroup | null =>
  route?.group ?? (route?.parent ? groupOf(routeAt(route.parent)) : null)

function Group({
  entry,
  shown,
}: {
  entry: MenuEntry & { kind: 'group' }
  shown: MenuGroup | null
}) {
  const { sideMenu } = useActors()
  const expanded = useSelector(sideMenu, (snapshot) => isExpanded(snapshot, entry.title, shown))
  const collapsed = useSelector(sideMenu, isCollapsed)
  const Icon = groupIcons[entry.title]
  // Its links do not show in a collapsed menu, so the heading first opens the menu.
  function openMenu(event: MouseEvent) {
    if (!collapsed) return
    if (expanded) event.preventDefault()
    sideMenu.send({ type: 'menu.toggle' })
  }
  return (
    <details
      open={expanded}
      onToggle={(event) => {
        if (event.currentTarget.open !== expanded)
          sideMenu.send({ type: 'group.toggle', group: entry.title, shown })
      }}
    >
      <summary
        className={styles.group}
        onClick={openMenu}
        title={collapsed ? entry.title : undefined}
        aria-label={entry.title}
      >
        <Icon size={16} aria-hidden="true" className={styles.icon} />
        <span className={styles.label}>{entry.title}</span>
      </summary>
      <ul className={styles.children}>
        {entry.children.map((route) => (
          <li key={route.path}>
            <Entry route={route} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Entry({ route, icon = false }: { route: Route; icon?: boolean }) {
  const { sideMenu } = useActors()
  const { pathname } = useLocation()
  const Icon = linkIcon
  function leave() {
    if (isOverPage(sideMenu.getSnapshot())) sideMenu.send({ type: 'menu.toggle' })
  }
  return (
    <Link
      to={route.path}
      className={styles.link}
      onClick={leave}
      aria-label={route.title}
      aria-current={isWithin(pathname, route.path) ? 'page' : undefined}
    >
      {icon && <Icon size={16} aria-hidden="true" className={styles.icon} />}
      <span className={styles.label}>{route.title}</span>
    </Link>
  )
}

/** The picture of each heading of the side menu. */
const groupIcons: Record<MenuGroup, LucideIcon> = {
  Stores: Store,
  Catalogue: Boxes,
  People: Users,
  Payments: CreditCard,
  'Gift cards': Gift,
  Settings,
}

/** The picture of the one entry that stands under no heading. */
const linkIcon = LayoutDashboard
