import { can } from '../permissions/can.ts'
import type { Action } from '../permissions/permissions.ts'
import { menuGroups, findRoute, routes } from './routes.ts'
import type { MenuGroup, Route } from './routes.ts'

/** A link of the side menu: a route, or another list at a route's URL (`Route.lists`). */
export type MenuLink = Pick<Route, 'path' | 'title' | 'permission' | 'action'>

/** An entry of the side menu: a link, or a heading with links that expands and collapses. */
export type MenuEntry =
  | { kind: 'link'; link: MenuLink }
  | { kind: 'group'; title: MenuGroup; children: MenuLink[] }

/**
 * Builds the side menu (spec.md section 2) from the routes that `allows` accepts. Headings without
 * links are left out.
 */
export function buildMenu(
  allows: (route: Route) => boolean,
  allRoutes: readonly Route[] = routes,
): MenuEntry[] {
  const visibleRoutes = allRoutes.filter((route) => route.menu && allows(route))
  const links = visibleRoutes
    .filter((route) => !route.group)
    .map((link) => ({ kind: 'link', link }) as const)
  const groups = menuGroups
    .map(
      (title) =>
        ({
          kind: 'group',
          title,
          children: visibleRoutes.filter((route) => route.group === title).flatMap(getMenuLinks),
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

/** Whether a link leads to the page at a URL. The router ignores case in paths. */
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

/** Returns the permission that a visitor lacks to open a link; null if they can open it. */
export function findMissingPermission(link: MenuLink, visitor: Visitor): string | null {
  const isAllowed = canOpen(link, { enforcePermissions: true }, visitor)
  return isAllowed ? null : getRequiredPermission(link, visitor)
}

/**
 * A route, or a resource's records. Changing a record with `impact` affects all stores, unless
 * `scope` names one.
 */
export type GuardedItem = {
  permission: string | null
  action?: Action
  api?: { impact?: object }
  relations?: { scope?: string }
}

/** The visitor to check; nothing is withheld from a user whose stores aren't known. */
type Visitor = {
  permissions: readonly string[]
  user: { allStores?: boolean; view?: object } | null
}

/**
 * Whether a visitor can open or do it. Keys count only with ENFORCE_PERMISSIONS (http.md); accounts
 * limited to some stores can't change what has `impact`.
 */
export function canOpen(
  item: GuardedItem,
  { enforcePermissions }: { enforcePermissions: boolean },
  { permissions, user }: Visitor,
  action: Action = item.action ?? 'read',
): boolean {
  const { permission, api, relations } = item
  const affectsAllStores = api?.impact !== undefined && relations?.scope === undefined
  if (affectsAllStores && action !== 'read' && user?.allStores === false) return false // A view of another account shows what that account can do.
  const isEnforced = enforcePermissions || user?.view !== undefined
  return !isEnforced || permission === null || can(permissions, permission, action)
}

/** Returns the permission to name to a visitor: the key, or `KEY:action` if they have the key. */
export function getRequiredPermission(
  { permission, action }: GuardedItem,
  { permissions }: Visitor,
): string {
  if (permission === null) return ''
  return action && can(permissions, permission, 'read') ? `${permission}:${action}` : permission
}

/** Name of the cookie with the open groups of the side menu, which the server renders open. */
export const openGroupsCookieName = 'menu'

/** Creates that cookie, which the browser keeps for a year. */
export const createOpenMenuGroupsCookie = (groups: readonly string[]): string =>
  `${openGroupsCookieName}=${encodeURIComponent(groups.join('.'))};path=/;max-age=31536000;samesite=strict`
