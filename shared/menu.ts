import { may } from './permissions.ts'
import type { Action } from './permissions.ts'
import { menuGroups, routes } from './routes.ts'
import type { MenuGroup, Route } from './routes.ts'

/** An entry of the side menu: a link, or a heading with links that expands and collapses. */
export type MenuEntry =
  | { kind: 'link'; route: Route }
  | { kind: 'group'; title: MenuGroup; children: Route[] }

/**
 * The side menu from the route list (spec.md section 2). `allows` says whether a route may be shown: everything, unless
 * permissions are enforced. A heading without links is left out.
 */
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

/** Whether a visitor with these permissions may open a route, or do more there (http.md, ENFORCE_PERMISSIONS). */
export const mayOpen = (
  route: { permission: string | null },
  enforced: boolean,
  held: readonly string[],
  action: Action = 'read',
): boolean => !enforced || route.permission === null || may(held, route.permission, action)
