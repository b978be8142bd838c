import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getRedirect, toSafePath } from '#shared/navigation/guard.ts'
import { routes } from '#shared/navigation/routes.ts'

const origin = 'https://console.example'

describe('spec.md section 2: the navigation guard', () => {
  test('a signed-in user going to / is sent to /dashboard', () => {
    expect(getRedirect(true, '/')).toBe('/dashboard')
  })

  test('a user who is not signed in stays on /', () => {
    expect(getRedirect(false, '/')).toBeNull()
    expect(getRedirect(false, '/?next=%2Fsizes')).toBeNull()
  })

  const others = routes.map(({ path }) => path).filter((path) => path !== '/')
  test.each([...others, '/no/such/page', '//', '//evil.example', '//evil.example/', '/.//'])(
    'at %s a visitor is sent to / and an operator proceeds',
    (path) => {
      expect(getRedirect(false, path)).toMatch(/^\/($|\?next=)/)
      expect(getRedirect(true, path)).toBeNull()
    },
  )

  test('any path but / sends a visitor to /', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        fc.pre(path !== '' && URL.parse(path, origin)?.pathname !== '/')
        expect(getRedirect(false, `${path}?${query}`)).toMatch(/^\/($|\?next=)/)
      }),
    )
  })
})

describe('http.md "Pages": ?next= keeps where a visitor wanted to go', () => {
  test('a deep link is restored after sign-in, with its query', () => {
    const toSignIn = getRedirect(false, '/sizes?search=large&edit=3')
    expect(toSignIn).toBe('/?next=%2Fsizes%3Fsearch%3Dlarge%26edit%3D3')
    expect(getRedirect(true, toSignIn ?? '')).toBe('/sizes?search=large&edit=3')
  })

  test('the dashboard is not named, because sign-in leads there anyway', () => {
    expect(getRedirect(false, '/dashboard')).toBe('/')
  })

  test('a next URL on another site is ignored', () => {
    expect(getRedirect(true, '/?next=//evil.example')).toBe('/dashboard')
    expect(getRedirect(true, `/?next=${encodeURIComponent('https://evil.example/')}`)).toBe(
      '/dashboard',
    )
  })

  test('no next URL sends a visitor to another site', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (next) => {
        const redirect =
          getRedirect(true, `/?next=${encodeURIComponent(next.toWellFormed())}`) ?? ''
        expect(new URL(redirect, origin).origin).toBe(origin)
      }),
    )
  })
})

describe('toSafePath allows only same-origin paths', () => {
  test.each([
    [null],
    [undefined],
    [''],
    ['sizes'],
    ['//evil.example'],
    ['///evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['/\0'],
    ['/.//evil.example'],
    ['/..//evil.example'],
    ['/a/..//evil.example'],
    ['/%2e//evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['@evil.example'],
    ['/'],
    ['/?next=/sizes'],
    ['/#top'],
    ['/./'],
  ])('%j is rejected', (input) => {
    expect(toSafePath(input)).toBeNull()
  })

  test.each([
    ['/dashboard', '/dashboard'],
    ['/sizes?edit=42#content', '/sizes?edit=42#content'],
    ['/sizes?next=//evil.example', '/sizes?next=//evil.example'],
    ['/stores/../sizes', '/sizes'],
    ['/stores/a b', '/stores/a%20b'],
    ['/größen', '/gr%C3%B6%C3%9Fen'],
  ])('%j becomes %j', (input, path) => {
    expect(toSafePath(input)).toBe(path)
  })

  const piece = fc.constantFrom('/', '\\', '.', '..', ':', '@', '?', '#', '%2f', '\t', ' ', 'evil')
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(piece).map((pieces) => `/${pieces.join('')}`),
  )

  test('the result is always a path of this origin, and stays the same when checked again', () => {
    fc.assert(
      fc.property(hostile, (input) => {
        const path = toSafePath(input)
        if (path === null) return
        expect(path).toMatch(/^\/(?!\/)/)
        expect(new URL(path, origin).origin).toBe(origin)
        expect(toSafePath(path)).toBe(path)
      }),
      { numRuns: 1000 },
    )
  })
})
