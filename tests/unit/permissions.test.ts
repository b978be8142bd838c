import { describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
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

describe('spec.md section 6: permission keys', () => {
  test('are these, in this spelling, and no others', () => {
    expect(Object.keys(permissions)).toEqual(specified)
  })

  test.each(specified)('%s guards a route and says what it allows', (key) => {
    expect(routes.map(({ permission }) => permission)).toContain(key)
    expect(Object.entries(permissions)).toContainEqual([key, expect.stringMatching(/^[A-Z].+/)])
  })
})
