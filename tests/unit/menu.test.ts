import { describe, expect, test } from 'vitest'
import { mayOpen, menuFrom } from '#shared/menu.ts'
import type { MenuEntry } from '#shared/menu.ts'
import { menuGroups, routeAt, routes } from '#shared/routes.ts'
import type { Route } from '#shared/routes.ts'

const routesOf = (entries: MenuEntry[]): Route[] =>
  entries.flatMap((entry) => (entry.kind === 'link' ? [entry.route] : entry.children))
const pathsOf = (entries: MenuEntry[]) => routesOf(entries).map(({ path }) => path)

const route = (path: string): Route => {
  const found = routeAt(path)
  if (!found) throw new Error(`There is no route ${path}`)
  return found
}

describe('spec.md section 2: menu items come from the route list', () => {
  const everything = menuFrom(() => true)

  test('each route flagged for display stands in the menu once, and no other', () => {
    expect(pathsOf(everything).toSorted()).toEqual(
      routes
        .filter(({ menu }) => menu)
        .map(({ path }) => path)
        .toSorted(),
    )
  })

  test('the Dashboard stands on top, then the headings in their order', () => {
    expect(
      everything.map((entry) => (entry.kind === 'link' ? entry.route.title : entry.title)),
    ).toEqual(['Dashboard', ...menuGroups])
  })

  test('a route of the list that is hidden is not in the menu', () => {
    const list: Route[] = [
      { path: '/shown', title: 'Shown', permission: null, menu: true },
      { path: '/hidden', title: 'Hidden', permission: null, menu: false, group: 'Stores' },
    ]
    expect(pathsOf(menuFrom(() => true, list))).toEqual(['/shown'])
  })

  test('a heading whose links may not be shown is left out with them', () => {
    const entries = menuFrom(({ group }) => group !== 'Gift cards')
    expect(entries).not.toContainEqual(expect.objectContaining({ title: 'Gift cards' }))
    expect(pathsOf(entries)).not.toContain('/giftCardSetup')
  })
})

describe('whether a route may be opened', () => {
  test('spec.md section 6: unless permissions are enforced, everything is allowed', () => {
    expect(routes.every((any) => mayOpen(any, false, []))).toBe(true)
  })

  test('enforced, a route needs its own permission', () => {
    expect(mayOpen(route('/sizes'), true, ['Sizes'])).toBe(true)
    expect(mayOpen(route('/sizes'), true, ['Colors', 'sizes', 'SIZES'])).toBe(false)
  })

  test('enforced, more than reading needs the right for it', () => {
    expect(mayOpen(route('/sizes'), true, ['Sizes', 'Sizes:read'], 'write')).toBe(false)
    expect(mayOpen(route('/sizes'), false, [], 'write')).toBe(true)
  })

  test('enforced, a route without a permission stays open', () => {
    expect(mayOpen(route('/permissions'), true, [])).toBe(true)
  })
})
