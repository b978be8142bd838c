import { describe, expect, test } from 'vitest'
import {
  findMissingPermission,
  isCurrentLink,
  canOpen,
  buildMenu,
  getRequiredPermission,
} from '#shared/navigation/menu.ts'
import type { MenuEntry, MenuLink } from '#shared/navigation/menu.ts'
import { getListTitle } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { menuGroups, findRoute, routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'

const linksOf = (entries: MenuEntry[]): MenuLink[] =>
  entries.flatMap((entry) => (entry.kind === 'link' ? [entry.link] : entry.children))
const pathsOf = (entries: MenuEntry[]) => linksOf(entries).map(({ path }) => path)

const route = (path: string): Route => {
  const found = findRoute(path)
  if (!found) throw new Error(`There is no route ${path}`)
  return found
}

describe('spec.md section 2: menu items come from the route list', () => {
  const everything = buildMenu(() => true)

  test('each route flagged for display stands in the menu once, and no other', () => {
    const withoutLists = pathsOf(everything).filter((path) => !path.includes('?'))
    expect(withoutLists.toSorted()).toEqual(
      routes
        .filter(({ menu }) => menu)
        .map(({ path }) => path)
        .toSorted(),
    )
  })

  test('another list at the address of a route follows its route', () => {
    const paths = pathsOf(everything)
    const at = paths.indexOf('/paymentAttempt')
    expect(paths.slice(at, at + 3)).toEqual([
      '/paymentAttempt',
      '/paymentAttempt?orders',
      '/paymentAttempt?incidents',
    ])
  })

  test('each list in the menu is called like its page, and needs the same permission', () => {
    const lists = linksOf(everything).filter(({ path }) => path.includes('?'))
    expect(lists.length).toBeGreaterThan(8)
    for (const { path, title, permission } of lists) {
      const resource = resources.find((one) => one.path === path)
      expect(
        resource && { title: getListTitle(resource), permission: resource.permission },
      ).toEqual({
        title,
        permission,
      })
    }
  })

  /** Forms of a panel, which have no list, and the alerts, which the Dashboard shows. */
  const notInMenu = [
    '/dashboard?attention',
    '/stores?defaults',
    '/credits?limits',
    '/users?log&keep',
  ]

  test('every list at the address of a route in the menu is in the menu, too', () => {
    const paths = pathsOf(everything)
    const missing = resources.filter(
      ({ path }) =>
        path.includes('?') && paths.includes(path.split('?')[0] ?? '') && !paths.includes(path),
    )
    expect(missing.map(({ path }) => path).toSorted()).toEqual(notInMenu.toSorted())
  })

  test('the Dashboard stands on top, then the headings in their order', () => {
    expect(
      everything.map((entry) => (entry.kind === 'link' ? entry.link.title : entry.title)),
    ).toEqual(['Dashboard', ...menuGroups])
  })

  test('a route of the list that is hidden is not in the menu', () => {
    const list: Route[] = [
      { path: '/shown', title: 'Shown', permission: null, menu: true },
      { path: '/hidden', title: 'Hidden', permission: null, menu: false, group: 'Stores' },
    ]
    expect(pathsOf(buildMenu(() => true, list))).toEqual(['/shown'])
  })

  test('a heading whose links may not be shown is left out with them', () => {
    const entries = buildMenu(({ group }) => group !== 'Gift cards')
    expect(entries).not.toContainEqual(expect.objectContaining({ title: 'Gift cards' }))
    expect(pathsOf(entries)).not.toContain('/giftCardSetup')
  })
})

describe('the link of the page that is shown', () => {
  const current = (address: string) => {
    const { pathname, search } = new URL(address, 'http://console.test')
    return linksOf(buildMenu(() => true))
      .filter((link) => isCurrentLink(link, { pathname, search }))
      .map(({ path }) => path)
  }

  test.each([
    ['/sizes', '/sizes'],
    ['/Stores/7/logs?level=error', '/stores'],
    ['/paymentAttempt?status=open', '/paymentAttempt'],
    ['/paymentAttempt?orders&status=paid', '/paymentAttempt?orders'],
    ['/stores?organisations', '/stores?organisations'],
  ])('of %s is %s', (address, path) => {
    expect(current(address)).toEqual([path])
  })

  test('of a page outside the menu there is none', () => {
    expect(current('/permissions')).toEqual([])
    expect(current('/sizesOfShoes')).toEqual([])
  })
})

describe('the permission that a link takes', () => {
  const orders = linksOf(buildMenu(() => true)).find(({ path }) => path.endsWith('?orders'))
  const find = (...permissions: string[]) =>
    orders && findMissingPermission(orders, { permissions, user: null })

  test('is told to those who lack it, whether or not the console enforces permissions', () => {
    expect(find('Sizes')).toBe('payments')
    expect(find('payments')).toBeNull()
  })
})

describe('whether a route may be opened', () => {
  const enforced = { enforcePermissions: true }
  const open = { enforcePermissions: false }
  const who = (...permissions: string[]) => ({ permissions, user: null })

  test('spec.md section 6: unless permissions are enforced, everything is allowed', () => {
    expect(routes.every((any) => canOpen(any, open, who()))).toBe(true)
  })

  test('enforced, a route needs its own permission', () => {
    expect(canOpen(route('/sizes'), enforced, who('Sizes'))).toBe(true)
    expect(canOpen(route('/sizes'), enforced, who('Colors', 'sizes', 'SIZES'))).toBe(false)
  })

  test('enforced, more than reading needs the right for it', () => {
    expect(canOpen(route('/sizes'), enforced, who('Sizes', 'Sizes:read'), 'write')).toBe(false)
    expect(canOpen(route('/sizes'), open, who(), 'write')).toBe(true)
  })

  test('enforced, a route without a permission stays open', () => {
    expect(canOpen(route('/permissions'), enforced, who())).toBe(true)
  })

  test.each(['/stores/create', '/userGroups/create'])('enforced, %s needs writing', (path) => {
    const { permission } = route(path)
    expect(canOpen(route(path), enforced, who(`${permission}`))).toBe(true)
    expect(canOpen(route(path), enforced, who(`${permission}`, `${permission}:read`))).toBe(false)
  })

  test('who lacks a route is told the key, and who holds that the finer right', () => {
    expect(getRequiredPermission(route('/stores/create'), who())).toBe('storesRead')
    const reader = who('storesRead', 'storesRead:read')
    expect(getRequiredPermission(route('/stores/create'), reader)).toBe('storesRead:write')
    expect(getRequiredPermission(route('/sizes'), who())).toBe('Sizes')
  })

  test('what reaches all stores is changed by accounts of all stores, whatever the setting', () => {
    const of = (user: { allStores?: boolean } | null) => ({ permissions: ['storesRead'], user })
    for (const facts of [open, enforced]) {
      expect(canOpen(storeDefaults, facts, of({ allStores: false }), 'write')).toBe(false)
      expect(canOpen(storeDefaults, facts, of({ allStores: false }), 'read')).toBe(true)
      expect(canOpen(stores, facts, of({ allStores: false }), 'write')).toBe(true)
      for (const user of [{ allStores: true }, {}, null])
        expect(canOpen(storeDefaults, facts, of(user), 'write')).toBe(true)
    }
  })
})
