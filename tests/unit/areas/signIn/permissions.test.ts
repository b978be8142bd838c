import { describe, expect, test } from 'vitest'
import { can } from '#shared/permissions/can.ts'
import {
  permissionActions,
  permissions,
  formatPermission,
} from '#shared/permissions/permissions.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import { routes } from '#shared/navigation/routes.ts'

/** Permission names used by routes, as spec.md section 6 lists them. */
const specified = [
  'ordersRead',
  'storesRead',
  'modulesRead',
  'smtpSettings',
  'dashboardRead',
  'users',
  'usersGroups',
  'Sizes',
  'Stickers',
  'Colors',
]

/** Keys of the areas that spec.md leaves open. */
const ownKeys = ['payments', 'giftCards', 'cognito', 'printful', 'alertChannels']

describe('spec.md section 6: permission keys', () => {
  test('have this spelling, and each area left open has one', () => {
    expect(Object.keys(permissions)).toEqual([...specified, ...ownKeys])
  })

  test('only the sign-in page, the permission catalog, and the own account need none', () => {
    const openRoutes = routes.filter(({ permission }) => permission === null)
    expect(openRoutes.map(({ path }) => path)).toEqual([
      '/',
      '/permissions',
      '/account',
      '/notifications',
    ])
  })

  test.each([...specified, ...ownKeys])(
    '%s guards a route, and names its area and what it allows',
    (key) => {
      expect(routes.map(({ permission }) => permission)).toContain(key)
      const words = expect.stringMatching(/^[A-Z].+/)
      expect(Object.entries(permissions)).toContainEqual([key, { area: words, allows: words }])
    },
  )

  test('no two keys have the same area', () => {
    const areas = Object.values(permissions).map(({ area }) => area)
    expect(new Set(areas).size).toBe(areas.length)
  })

  test.each([
    ['Colors:write', 'Colors and training: write'],
    ['modulesRead', 'Themes'],
    ['warehouses:read', 'warehouses: read'],
  ])('the permission %s reads "%s"', (permission, words) => {
    expect(formatPermission(permission)).toBe(words)
  })
})

describe('Actions that permissions allow', () => {
  test.each<[string, string[], Action[]]>([
    ['nothing without permissions', [], []],
    ['nothing with other permissions', ['Colors', 'sizes', 'Colors:read', 'XSizes:read'], []],
    ['everything with only the key', ['Sizes', 'Colors:read'], [...permissionActions]],
    ['reading with the key and KEY:read', ['Sizes', 'Sizes:read'], ['read']],
    [
      'the listed actions with the key and KEY:action',
      ['Sizes', 'Sizes:read', 'Sizes:write'],
      ['read', 'write'],
    ],
    [
      'reading with the key, even if only another action is listed',
      ['Sizes', 'Sizes:export'],
      ['read', 'export'],
    ],
    ['the listed action without the key', ['Sizes:delete'], ['delete']],
  ])('include %s: %j', (_, userPermissions, allowed) => {
    expect(permissionActions.filter((action) => can(userPermissions, 'Sizes', action))).toEqual(
      allowed,
    )
  })
})
