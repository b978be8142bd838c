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

const listLinks = (entries: MenuEntry[]): MenuLink[] =>
  entries.flatMap((entry) => (entry.kind === 'link' ? [entry.link] : entry.children))
const listPaths = (entries: MenuEntry[]) => listLinks(entries).map(({ path }) => path)

const getRoute = (path: string): Route => {
  const route = findRoute(path)
  if (!route) throw new Error(`There is no route ${path}`)
  return route
}

describe('spec.md section 2: menu items come from the route list', () => {
  const everything = buildMenu(() => true)

  test('exactly the routes with a menu flag are in the menu, each once', () => {
    const withoutLists = listPaths(everything).filter((path) => !path.includes('?'))
    expect(withoutLists.toSorted()).toEqual(
      routes
        .filter(({ menu }) => menu)
        .map(({ path }) => path)
        .toSorted(),
    )
  })

  test('other lists of a route follow it', () => {
    const paths = listPaths(everything)
    const at = paths.indexOf('/paymentAttempt')
    expect(paths.slice(at, at + 5)).toEqual([
      '/paymentAttempt',
      '/paymentAttempt?orders',
      '/paymentAttempt?disputes',
      '/paymentAttempt?incidents',
      '/paymentAttempt?refunds',
    ])
  })

  test('each list in the menu has the title and the permission of its page', () => {
    const lists = listLinks(everything).filter(({ path }) => path.includes('?'))
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

  /** Panel forms, which have no list, and the alerts, which the Dashboard shows. */
  const notInMenu = [
    '/dashboard?attention',
    '/calendar?alerts',
    '/stores?defaults',
    '/credits?limits',
    '/scheduledChanges?settings',
    '/users?log&keep',
    '/users?secondFactor',
  ]

  test('every list of a route in the menu is in the menu, too', () => {
    const paths = listPaths(everything)
    const missing = resources.filter(
      ({ path }) =>
        path.includes('?') && paths.includes(path.split('?')[0] ?? '') && !paths.includes(path),
    )
    expect(missing.map(({ path }) => path).toSorted()).toEqual(notInMenu.toSorted())
  })

  test('the Dashboard and the Calendar come first, then the headings in order', () => {
    expect(
      everything.map((entry) => (entry.kind === 'link' ? entry.link.title : entry.title)),
    ).toEqual(['Dashboard', 'Calendar', ...menuGroups])
  })

  test('a hidden route is not in the menu', () => {
    const list: Route[] = [
      { path: '/shown', title: 'Shown', permission: null, menu: true },
      { path: '/hidden', title: 'Hidden', permission: null, menu: false, group: 'Stores' },
    ]
    expect(listPaths(buildMenu(() => true, list))).toEqual(['/shown'])
  })

  test('a heading without visible links is left out', () => {
    const entries = buildMenu(({ group }) => group !== 'Gift cards')
    expect(entries).not.toContainEqual(expect.objectContaining({ title: 'Gift cards' }))
    expect(listPaths(entries)).not.toContain('/giftCardSetup')
  })
})

describe('The current link', () => {
  const findCurrentPaths = (address: string) => {
    const { pathname, search } = new URL(address, 'http://console.test')
    return listLinks(buildMenu(() => true))
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
    expect(findCurrentPaths(address)).toEqual([path])
  })

  test('does not exist for a page outside the menu', () => {
    expect(findCurrentPaths('/permissions')).toEqual([])
    expect(findCurrentPaths('/sizesOfShoes')).toEqual([])
  })
})

describe('The permission of a link', () => {
  const orders = listLinks(buildMenu(() => true)).find(({ path }) => path.endsWith('?orders'))
  const findMissing = (...permissions: string[]) =>
    orders && findMissingPermission(orders, { permissions, user: null })

  test('is shown to users who lack it, whether or not permissions are enforced', () => {
    expect(findMissing('Sizes')).toBe('payments')
    expect(findMissing('payments')).toBeNull()
  })
})

describe('Access to routes', () => {
  const enforced = { enforcePermissions: true }
  const notEnforced = { enforcePermissions: false }
  const buildPermissions = (...permissions: string[]) => ({ permissions, user: null })

  test('spec.md section 6: unless permissions are enforced, everything is allowed', () => {
    expect(routes.every((route) => canOpen(route, notEnforced, buildPermissions()))).toBe(true)
  })

  test('with permissions enforced, a route needs its own permission', () => {
    expect(canOpen(getRoute('/sizes'), enforced, buildPermissions('Sizes'))).toBe(true)
    expect(
      canOpen(getRoute('/sizes'), enforced, buildPermissions('Colors', 'sizes', 'SIZES')),
    ).toBe(false)
  })

  test('with permissions enforced, writing needs the write permission', () => {
    expect(
      canOpen(getRoute('/sizes'), enforced, buildPermissions('Sizes', 'Sizes:read'), 'write'),
    ).toBe(false)
    expect(canOpen(getRoute('/sizes'), notEnforced, buildPermissions(), 'write')).toBe(true)
  })

  test('with permissions enforced, a route without a permission stays open', () => {
    expect(canOpen(getRoute('/permissions'), enforced, buildPermissions())).toBe(true)
  })

  test.each(['/stores/create', '/userGroups/create'])(
    'with permissions enforced, %s needs the write permission',
    (path) => {
      const { permission } = getRoute(path)
      expect(canOpen(getRoute(path), enforced, buildPermissions(`${permission}`))).toBe(true)
      expect(
        canOpen(getRoute(path), enforced, buildPermissions(`${permission}`, `${permission}:read`)),
      ).toBe(false)
    },
  )

  test('the required permission is the key, or its action if the user has the key', () => {
    expect(getRequiredPermission(getRoute('/stores/create'), buildPermissions())).toBe('storesRead')
    const reader = buildPermissions('storesRead', 'storesRead:read')
    expect(getRequiredPermission(getRoute('/stores/create'), reader)).toBe('storesRead:write')
    expect(getRequiredPermission(getRoute('/sizes'), buildPermissions())).toBe('Sizes')
  })

  test('only accounts of all stores can change what affects all stores, whatever the setting', () => {
    const buildUser = (user: { allStores?: boolean } | null) => ({
      permissions: ['storesRead'],
      user,
    })
    for (const facts of [notEnforced, enforced]) {
      expect(canOpen(storeDefaults, facts, buildUser({ allStores: false }), 'write')).toBe(false)
      expect(canOpen(storeDefaults, facts, buildUser({ allStores: false }), 'read')).toBe(true)
      expect(canOpen(stores, facts, buildUser({ allStores: false }), 'write')).toBe(true)
      for (const user of [{ allStores: true }, {}, null])
        expect(canOpen(storeDefaults, facts, buildUser(user), 'write')).toBe(true)
    }
  })
})
