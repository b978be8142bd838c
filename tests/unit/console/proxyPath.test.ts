import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizePath } from '#server/console/proxy/normalizePath.ts'

describe('Proxied paths', () => {
  test.each([
    ['dot segments', ['/.', '/..', '/a/..', '/a/../b', '/a/./b', '/a/..?x=1']],
    ['encoded dot segments', ['/%2e', '/%2e%2e', '/a/%2E./b', '/.%2e/a']],
    ['twice encoded dot segments', ['/%252e%252e', '/a/%252e', '/.%252E', '/a/%25%32%65']],
    ['encoded slashes', ['/a%2fb', '/a%2Fb', '/a%252fb']],
    ['encoded backslashes', ['/a%5cb', '/a%5Cb', '/a%255cb']],
    ['NUL', ['/a%00', '/a%2500', '/a?b=%00']],
    ['backslashes', ['/a\\b', '\\a', '/a?b=\\']],
    ['empty segments', ['//', '//a', '/a//b', '/a//']],
    ['semicolons', ['/a;b=1', '/a/..;/b']],
    ['fragments', ['/a#b', '/a?b#c']],
    ['bad percent escapes', ['/%', '/%z1', '/a%2', '/%c0%ae', '/%ff', '/a?b=%zz', '/a?b=%']],
    ['control characters', ['/a\tb', '/a\u007f', '/a%0a', '/a%7F', '/a%0d%0aX:1', '/a?b=\u0001']],
    ['absolute-form', ['http://evil/a', 'a/b']],
    ['bytes that are not ASCII', ['/\u00e9', '/a?b=\u00e9']],
  ])('reject %s', (_what, targets) => {
    expect(targets.map(normalizePath)).toEqual(targets.map(() => null))
  })

  test.each([
    ['/sizes', '/sizes'],
    ['/sizes/', '/sizes/'],
    ['/', '/'],
    ['', '/'],
    ['/a/.hidden/b..c', '/a/.hidden/b..c'],
    ['/log%69n', '/login'],
    ['/a%20b', '/a%20b'],
    ['/a+b@c', '/a%2Bb%40c'],
    ['/100%25', '/100%25'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/a%23b%3Fc', '/a%23b%3Fc'],
    ['/sizes?search=a%2Fb%5C..&sort=-name', '/sizes?search=a%2Fb%5C..&sort=-name'],
    ['/sizes?filter[name][contains]=x', '/sizes?filter[name][contains]=x'],
    ['/sizes?q="<>', '/sizes?q=%22%3C%3E'],
  ])('rebuild %s as %s', (target, expected) => {
    expect(normalizePath(target)).toBe(expected)
  })

  test('read the same whether a reader decodes them once, twice, or not at all', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '..',
      '/',
      '%2e',
      '%252e',
      '%2f',
      '%5c',
      '%',
      '%25',
      ';',
      '\\',
      '%41',
      '?',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = normalizePath(`/${parts.join('')}`)?.split('?', 1)[0]
        if (path === undefined) return
        for (const read of [(text: string) => text, decodeURIComponent]) {
          const resolved = new URL(`http://x${read(path)}`.replaceAll('%25', '%2525')).pathname
          expect(resolved.split('/').length).toBe(path.split('/').length)
        }
      }),
    )
  })
})
