import { can } from '../permissions/can.ts'
import type { Action } from '../permissions/permissions.ts'
import { menuGroups, findRoute, routes } from './routes.ts'
import type { MenuGroup, Route } from './routes.ts'

/** A link of the side menu: a route, or another list at a route's address (`Route.lists`). */
export type MenuLink = Pick<Route, 'path' | 'title' | 'permission' | 'action'>

/** An entry of the side menu: a link, or a heading with links that expands and collapses. */
export type MenuEntry =
  | { kind: 'link'; link: MenuLink }
  | { kind: 'group'; title: MenuGroup; children: MenuLink[] }

/** The side menu (spec.md section 2); `allows` says which routes show. Headings without links are left out. */
export function buildMenu(
  allows: (route: Route) => boolean,
  list: readonly Route[] = routes,
): MenuEntry[] {
  const shown = list.filter((route) => route.menu && allows(route))
  const links = shown
    .filter((route) => !route.group)
    .map((link) => ({ kind: 'link', link }) as const)
  const groups = menuGroups
    .map(
      (title) =>
        ({
          kind: 'group',
          title,
          children: shown.filter((route) => route.group === title).flatMap(getMenuLinks),
        }) as const,
    )
    .filter((group) => group.children.length > 0)
  return [...links, ...groups]
}

const getMenuLinks = (route: Route): MenuLink[] => [
  route,
  ...(route.lists ?? []).map(({ param, title }) => ({
    path: `${route.path}?${param}`,
    title,
    permission: route.permission,
  })),
]

/** Whether a link leads to the page at an address. The router reads paths without regard to case. */
export function isCurrentLink(
  { path }: MenuLink,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  const [ownPath = path, param] = path.split('?')
  if (!`${pathname}/`.toLowerCase().startsWith(`${ownPath}/`.toLowerCase())) return false
  const params = new URLSearchParams(search)
  if (param !== undefined) return params.has(param)
  return !findRoute(ownPath)?.lists?.some((list) => params.has(list.param))
}

/** The permission that a visitor lacks to open a link; null if the platform lets them open it. */
export function findMissingPermission(link: MenuLink, visitor: Visitor): string | null {
  const isAllowed = canOpen(link, { enforcePermissions: true }, visitor)
  return isAllowed ? null : getRequiredPermission(link, visitor)
}

/** What is guarded: a route, or the records of a resource; a change of one with `impact` reaches all stores, unless its `scope` names one. */
export type GuardedItem = {
  permission: string | null
  action?: Action
  impact?: object
  scope?: string
}

/** Whom it is guarded from; of a user whose stores are not known nothing is kept. */
type Visitor = { permissions: readonly string[]; user: { allStores?: boolean } | null }

/** Whether a visitor may open or do it: keys count by ENFORCE_PERMISSIONS (http.md); `impact` bars accounts of some stores. */
export function canOpen(
  guarded: GuardedItem,
  { enforcePermissions }: { enforcePermissions: boolean },
  { permissions, user }: Visitor,
  action: Action = guarded.action ?? 'read',
): boolean {
  const { permission, impact, scope } = guarded
  if (impact && scope === undefined && action !== 'read' && user?.allStores === false) return false
  return !enforcePermissions || permission === null || can(permissions, permission, action)
}

/** The right that a route needs, as who lacks it is told: the key, or what is finer where the key is held. */
export function getRequiredPermission(
  { permission, action }: GuardedItem,
  { permissions }: Visitor,
): string {
  if (permission === null) return ''
  return action && can(permissions, permission, 'read') ? `${permission}:${action}` : permission
}

/** The name of the cookie that keeps which groups of the side menu the operator opened, so that the server renders them open. */
export const openGroupsCookieName = 'menu'

/** That cookie, as the browser keeps it for a year. */
export const createOpenGroupsCookie = (groups: readonly string[]): string =>
  `${openGroupsCookieName}=${encodeURIComponent(groups.join('.'))};path=/;max-age=31536000;samesite=strict`
