import { describe, expect, test } from 'vitest'
import { buildBreadcrumbs } from '#shared/navigation/breadcrumbs.ts'

const titles = (pattern: string, params = {}) =>
  buildBreadcrumbs(pattern, params).map(({ title }) => title)

describe('spec.md section 2: breadcrumbs start with a Dashboard link', () => {
  test('a list stands under the Dashboard', () => {
    expect(buildBreadcrumbs('/sizes', {})).toEqual([
      { title: 'Dashboard', to: '/dashboard' },
      { title: 'Sizes', to: '/sizes' },
    ])
  })

  test('the Dashboard itself stands there once', () => {
    expect(buildBreadcrumbs('/dashboard', {})).toEqual([{ title: 'Dashboard', to: '/dashboard' }])
  })

  test('a page deep inside names all above it, with the parameters filled in', () => {
    expect(buildBreadcrumbs('/stores/:storeId/adminSso/setup', { storeId: '42' })).toEqual([
      { title: 'Dashboard', to: '/dashboard' },
      { title: 'All Stores', to: '/stores' },
      { title: 'Store details', to: '/stores/42' },
      { title: 'Store admin SSO', to: '/stores/42/adminSso/setup' },
    ])
  })

  test('the page of one record is called by the name of its route', () => {
    const trail = titles('/stores/:storeId', { storeId: '42' })
    expect(trail).toEqual(['Dashboard', 'All Stores', 'Store details'])
  })

  test('user groups, which the menu hides, are reached by way of users', () => {
    expect(titles('/userGroups/create')).toEqual([
      'Dashboard',
      'Users',
      'User Groups',
      'Create user group',
    ])
  })

  test('a parameter cannot lead a link to another place', () => {
    const [, , link] = buildBreadcrumbs('/stores/:storeId', { storeId: '../../users?x=1#y' })
    expect(link?.to).toBe('/stores/..%2F..%2Fusers%3Fx%3D1%23y')
  })

  test('an unknown address has the Dashboard alone', () => {
    expect(titles('')).toEqual(['Dashboard'])
    expect(titles('/nothing')).toEqual(['Dashboard'])
  })
})
