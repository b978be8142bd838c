import { describe, expect, test } from 'vitest'
import { mayOpen, menuFrom, neededFor } from '#shared/menu.ts'
import type { MenuEntry } from '#shared/menu.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { stores } from '#shared/resources/stores.ts'
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
  const enforced = { enforcePermissions: true }
  const open = { enforcePermissions: false }
  const who = (...permissions: string[]) => ({ permissions, user: null })

  test('spec.md section 6: unless permissions are enforced, everything is allowed', () => {
    expect(routes.every((any) => mayOpen(any, open, who()))).toBe(true)
  })

  test('enforced, a route needs its own permission', () => {
    expect(mayOpen(route('/sizes'), enforced, who('Sizes'))).toBe(true)
    expect(mayOpen(route('/sizes'), enforced, who('Colors', 'sizes', 'SIZES'))).toBe(false)
  })

  test('enforced, more than reading needs the right for it', () => {
    expect(mayOpen(route('/sizes'), enforced, who('Sizes', 'Sizes:read'), 'write')).toBe(false)
    expect(mayOpen(route('/sizes'), open, who(), 'write')).toBe(true)
  })

  test('enforced, a route without a permission stays open', () => {
    expect(mayOpen(route('/permissions'), enforced, who())).toBe(true)
  })

  test.each(['/stores/create', '/userGroups/create'])('enforced, %s needs writing', (path) => {
    const { permission } = route(path)
    expect(mayOpen(route(path), enforced, who(`${permission}`))).toBe(true)
    expect(mayOpen(route(path), enforced, who(`${permission}`, `${permission}:read`))).toBe(false)
  })

  test('who lacks a route is told the key, and who holds that the finer right', () => {
    expect(neededFor(route('/stores/create'), who())).toBe('storesRead')
    const reader = who('storesRead', 'storesRead:read')
    expect(neededFor(route('/stores/create'), reader)).toBe('storesRead:write')
    expect(neededFor(route('/sizes'), who())).toBe('Sizes')
  })

  test('what reaches all stores is changed by accounts of all stores, whatever the setting', () => {
    const of = (user: { allStores?: boolean } | null) => ({ permissions: ['storesRead'], user })
    for (const facts of [open, enforced]) {
      expect(mayOpen(storeDefaults, facts, of({ allStores: false }), 'write')).toBe(false)
      expect(mayOpen(storeDefaults, facts, of({ allStores: false }), 'read')).toBe(true)
      expect(mayOpen(stores, facts, of({ allStores: false }), 'write')).toBe(true)
      for (const user of [{ allStores: true }, {}, null])
        expect(mayOpen(storeDefaults, facts, of(user), 'write')).toBe(true)
    }
  })
})
