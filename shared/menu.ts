import { may } from './may.ts'
import type { Action } from './permissions.ts'
import { menuGroups, routes } from './routes.ts'
import type { MenuGroup, Route } from './routes.ts'

/** An entry of the side menu: a link, or a heading with links that expands and collapses. */
export type MenuEntry =
  | { kind: 'link'; route: Route }
  | { kind: 'group'; title: MenuGroup; children: Route[] }

/** The side menu (spec.md section 2); `allows` says which routes show. Headings without links are left out. */
export function menuFrom(
  allows: (route: Route) => boolean,
  list: readonly Route[] = routes,
): MenuEntry[] {
  const shown = list.filter((route) => route.menu && allows(route))
  const links = shown
    .filter((route) => !route.group)
    .map((route) => ({ kind: 'link', route }) as const)
  const groups = menuGroups
    .map(
      (title) =>
        ({
          kind: 'group',
          title,
          children: shown.filter((route) => route.group === title),
        }) as const,
    )
    .filter((group) => group.children.length > 0)
  return [...links, ...groups]
}

/** What is guarded: a route, or the records of a resource; a change of one with `impact` reaches all stores, unless its `scope` names one. */
export type Guarded = {
  permission: string | null
  action?: Action
  impact?: object
  scope?: string
}

/** Whom it is guarded from; of a user whose stores are not known nothing is kept. */
type Visitor = { permissions: readonly string[]; user: { allStores?: boolean } | null }

/** Whether a visitor may open or do it: keys count by ENFORCE_PERMISSIONS (http.md); `impact` bars accounts of some stores. */
export function mayOpen(
  guarded: Guarded,
  { enforcePermissions }: { enforcePermissions: boolean },
  { permissions, user }: Visitor,
  action: Action = guarded.action ?? 'read',
): boolean {
  const { permission, impact, scope } = guarded
  if (impact && scope === undefined && action !== 'read' && user?.allStores === false) return false
  return !enforcePermissions || permission === null || may(permissions, permission, action)
}

/** The right that a route needs, as who lacks it is told: the key, or what is finer where the key is held. */
export function neededFor({ permission, action }: Guarded, { permissions }: Visitor): string {
  if (permission === null) return ''
  return action && may(permissions, permission, 'read') ? `${permission}:${action}` : permission
}

/** The name of the cookie that keeps which groups of the side menu the operator opened, so that the server renders them open. */
export const openedGroups = 'menu'

/** That cookie, as the browser keeps it for a year. */
export const openedCookie = (groups: readonly string[]): string =>
  `${openedGroups}=${encodeURIComponent(groups.join('.'))};path=/;max-age=31536000;samesite=strict`
