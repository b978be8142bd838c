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

/** Those of the areas that it leaves open. */
const own = ['payments', 'giftCards', 'cognito', 'printful']

describe('spec.md section 6: permission keys', () => {
  test('are these, in this spelling, and one for each area left open', () => {
    expect(Object.keys(permissions)).toEqual([...specified, ...own])
  })

  test('none set is said of the sign-in page and of the catalogue of permissions alone', () => {
    const open = routes.filter(({ permission }) => permission === null)
    expect(open.map(({ path }) => path)).toEqual(['/', '/permissions'])
  })

  test.each([...specified, ...own])(
    '%s guards a route, and names its area and what lies in it',
    (key) => {
      expect(routes.map(({ permission }) => permission)).toContain(key)
      const words = expect.stringMatching(/^[A-Z].+/)
      expect(Object.entries(permissions)).toContainEqual([key, { area: words, allows: words }])
    },
  )

  test('no two have the same area', () => {
    const areas = Object.values(permissions).map(({ area }) => area)
    expect(new Set(areas).size).toBe(areas.length)
  })

  test.each([
    ['Colors:write', 'Colors and training: write'],
    ['modulesRead', 'Themes'],
    ['warehouses:read', 'warehouses: read'],
  ])('the right %s is told as %s', (right, words) => {
    expect(formatPermission(right)).toBe(words)
  })
})

describe('what may be done in the area of a key', () => {
  test.each<[string, string[], Action[]]>([
    ['nothing, by who does not hold it', [], []],
    ['nothing, by who holds others', ['Colors', 'sizes', 'Colors:read', 'XSizes:read'], []],
    ['all, where no KEY:... stands beside it', ['Sizes', 'Colors:read'], [...permissionActions]],
    ['reading, where that alone stands beside it', ['Sizes', 'Sizes:read'], ['read']],
    ['what stands beside it', ['Sizes', 'Sizes:read', 'Sizes:write'], ['read', 'write']],
    [
      'reading by the key, whatever stands beside it',
      ['Sizes', 'Sizes:export'],
      ['read', 'export'],
    ],
    ['what is said, also without the key', ['Sizes:delete'], ['delete']],
  ])('%s: %j', (_, held, allowed) => {
    expect(permissionActions.filter((action) => can(held, 'Sizes', action))).toEqual(allowed)
  })
})
