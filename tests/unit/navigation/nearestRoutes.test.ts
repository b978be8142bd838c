import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNearestRoutes } from '#client/shell/notFound/findNearestRoutes.ts'

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

  test('if nothing is near, the first pages of the menu are offered', () => {
    expect(findPaths('/qqqqqq')[0]).toBe('/dashboard')
    expect(findPaths('')).toHaveLength(5)
  })

  test('any search offers one to five pages, all of which can be opened', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (search) => {
        const paths = findPaths(search)
        expect(paths.length).toBeGreaterThan(0)
        expect(paths.length).toBeLessThanOrEqual(5)
        for (const path of paths) expect(path).toMatch(/^\/[^:]+$/)
      }),
    )
  })
})
