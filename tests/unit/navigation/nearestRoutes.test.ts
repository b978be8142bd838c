import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNearestRoutes, listFirstRoutes } from '#client/parts/notFound/findNearestRoutes.ts'

const findPaths = (search: string) => findNearestRoutes(search).map(({ path }) => path)

describe('screens.md, Not found: the nearest routes', () => {
  test.each([
    ['/store', '/stores'],
    ['/size', '/sizes'],
    ['/colours', '/colors'],
    ['/Color', '/colors'],
    ['/user-groups', '/userGroups'],
    ['/smtp', '/smtpSettings'],
    ['gift card templ', '/wegift/templates'],
    ['/printful', '/printfulSetup'],
  ])('%s leads to %s', (search, path) => {
    expect(findPaths(search)[0]).toBe(path)
  })

  test('every route about stores is near /store', () => {
    expect(findPaths('/store')).toEqual(expect.arrayContaining(['/stores', '/stores/create']))
  })

  test.each(['/qqqqqq', '/jobs'])('nothing is near "%s"', (search) => {
    expect(findPaths(search)).toEqual([])
  })

  test('the first pages of the menu start with the dashboard', () => {
    expect(listFirstRoutes()).toHaveLength(5)
    expect(listFirstRoutes()[0]?.path).toBe('/dashboard')
  })

  test('any search offers at most five pages, all of which can be opened', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (search) => {
        const paths = findPaths(search)
        expect(paths.length).toBeLessThanOrEqual(5)
        for (const path of paths) expect(path).toMatch(/^\/[^:]+$/)
      }),
    )
  })
})
