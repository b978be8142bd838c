import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNearestRoutes } from '#client/shell/notFound/findNearestRoutes.ts'

const nearest = (sought: string) => findNearestRoutes(sought).map(({ path }) => path)

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
  ])('%s leads to %s', (sought, path) => {
    expect(nearest(sought)[0]).toBe(path)
  })

  test('all that is about stores is near /store', () => {
    expect(nearest('/store')).toEqual(expect.arrayContaining(['/stores', '/stores/create']))
  })

  test('where nothing is near, the first pages of the menu are offered', () => {
    expect(nearest('/qqqqqq')[0]).toBe('/dashboard')
    expect(nearest('')).toHaveLength(5)
  })

  test('whatever is sought, one to five pages are offered, all of which can be opened', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (sought) => {
        const paths = nearest(sought)
        expect(paths.length).toBeGreaterThan(0)
        expect(paths.length).toBeLessThanOrEqual(5)
        for (const path of paths) expect(path).toMatch(/^\/[^:]+$/)
      }),
    )
  })
})
