import { describe, expect, test } from 'vitest'
import { buildBreadcrumbs } from '#shared/navigation/breadcrumbs.ts'

const getTitles = (pattern: string, params = {}) =>
  buildBreadcrumbs(pattern, params).map(({ title }) => title)

describe('spec.md section 2: breadcrumbs start with a Dashboard link', () => {
  test('a list is under the Dashboard', () => {
    expect(buildBreadcrumbs('/sizes', {})).toEqual([
      { title: 'Dashboard', to: '/dashboard' },
      { title: 'Sizes', to: '/sizes' },
    ])
  })

  test('the Dashboard itself appears once', () => {
    expect(buildBreadcrumbs('/dashboard', {})).toEqual([{ title: 'Dashboard', to: '/dashboard' }])
  })

  test('a nested page lists all pages above it, with the parameters filled in', () => {
    expect(buildBreadcrumbs('/stores/:storeId/adminSso/setup', { storeId: '42' })).toEqual([
      { title: 'Dashboard', to: '/dashboard' },
      { title: 'All Stores', to: '/stores' },
      { title: 'Store details', to: '/stores/42' },
      { title: 'Store admin SSO', to: '/stores/42/adminSso/setup' },
    ])
  })

  test('the page of one record has the title of its route', () => {
    const trail = getTitles('/stores/:storeId', { storeId: '42' })
    expect(trail).toEqual(['Dashboard', 'All Stores', 'Store details'])
  })

  test('user groups, which the menu hides, are under users', () => {
    expect(getTitles('/userGroups/create')).toEqual([
      'Dashboard',
      'Users',
      'User Groups',
      'Create user group',
    ])
  })

  test('a parameter cannot change where a link leads', () => {
    const [, , link] = buildBreadcrumbs('/stores/:storeId', { storeId: '../../users?x=1#y' })
    expect(link?.to).toBe('/stores/..%2F..%2Fusers%3Fx%3D1%23y')
  })

  test('an unknown URL has only the Dashboard', () => {
    expect(getTitles('')).toEqual(['Dashboard'])
    expect(getTitles('/nothing')).toEqual(['Dashboard'])
  })
})
