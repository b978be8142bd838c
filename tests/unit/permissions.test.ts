import { describe, expect, test } from 'vitest'
import { may } from '#shared/may.ts'
import { actions, permissions } from '#shared/permissions.ts'
import type { Action } from '#shared/permissions.ts'
import { routes } from '#shared/routes.ts'

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

  test.each([...specified, ...own])('%s guards a route and says what it allows', (key) => {
    expect(routes.map(({ permission }) => permission)).toContain(key)
    expect(Object.entries(permissions)).toContainEqual([key, expect.stringMatching(/^[A-Z].+/)])
  })
})

describe('what may be done in the area of a key', () => {
  test.each<[string, string[], Action[]]>([
    ['nothing, by who does not hold it', [], []],
    ['nothing, by who holds others', ['Colors', 'sizes', 'Colors:read', 'XSizes:read'], []],
    ['all, where no KEY:... stands beside it', ['Sizes', 'Colors:read'], [...actions]],
    ['reading, where that alone stands beside it', ['Sizes', 'Sizes:read'], ['read']],
    ['what stands beside it', ['Sizes', 'Sizes:read', 'Sizes:write'], ['read', 'write']],
    [
      'reading by the key, whatever stands beside it',
      ['Sizes', 'Sizes:export'],
      ['read', 'export'],
    ],
    ['what is said, also without the key', ['Sizes:delete'], ['delete']],
  ])('%s: %j', (_, held, allowed) => {
    expect(actions.filter((action) => may(held, 'Sizes', action))).toEqual(allowed)
  })
})
