import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  differsInNoticeAlone,
  notices,
  noticeText,
  withNotice,
  withoutNotice,
} from '#shared/notice.ts'

describe('the outcome of a write travels in the address', () => {
  const names = Object.keys(notices).filter((name): name is keyof typeof notices => name in notices)

  test.each(names)('%s arrives as its sentence', (name) => {
    for (const path of ['/sizes', '/sizes?search=large']) {
      const { searchParams } = new URL(withNotice(path, name), 'https://console.example')
      expect(noticeText(searchParams)).toBe(notices[name])
    }
  })

  test('and leaves what else the address says alone', () => {
    expect(withNotice('/sizes?edit=3', 'saved')).toBe('/sizes?edit=3&notice=saved')
    expect(withNotice('/sizes', 'saved')).toBe('/sizes?notice=saved')
  })

  test('many that were created are counted', () => {
    const { searchParams } = new URL(
      withNotice('/sizes', 'created-1200'),
      'https://console.example',
    )
    expect(noticeText(searchParams)).toBe('1,200 were created. The list shows the newest first.')
  })

  test.each([
    '',
    'notice=created-',
    'notice=created-9e9',
    'notice=created-12345678',
    'notice=',
    'notice=toString',
    'notice=__proto__',
    'notice=You+won!',
  ])('words of another (%j) are not shown', (search) => {
    expect(noticeText(new URLSearchParams(search))).toBeUndefined()
  })
})

describe('once it was said, it leaves the address', () => {
  test.each([
    ['?notice=saved', ''],
    ['?reorder&notice=saved', '?reorder'],
    ['?filter[group][eq]=youth&edit=3&notice=saved', '?filter[group][eq]=youth&edit=3'],
    ['?notice=saved&search=a+b', '?search=a+b'],
    ['?notices=3', '?notices=3'],
    ['?', ''],
    ['', ''],
  ])('%j becomes %j', (search, rest) => {
    expect(withoutNotice(search)).toBe(rest)
  })

  const query = fc.webQueryParameters().filter((text) => text !== '' && !/(^|&)(&|$)/.test(text))

  test('and what else stood there is as it was, letter for letter', () => {
    fc.assert(
      fc.property(query, (text) => {
        fc.pre(!new URLSearchParams(text).has('notice'))
        const search = withNotice(`/sizes?${text}`, 'saved').slice('/sizes'.length)
        expect(withoutNotice(search)).toBe(`?${text}`)
      }),
    )
  })
})

describe('nothing has to be loaded again when only the notice left', () => {
  const differs = (from: string, to: string) =>
    differsInNoticeAlone(new URL(from, 'https://c.example'), new URL(to, 'https://c.example'))

  test.each([
    ['/sizes?notice=saved', '/sizes', true],
    ['/sizes?search=a&notice=saved', '/sizes?search=a', true],
    ['/sizes?notice=saved', '/colors', false],
    ['/sizes?search=a&notice=saved', '/sizes?search=b', false],
    ['/sizes?search=a', '/sizes', false],
    ['/sizes', '/sizes?notice=saved', false],
    ['/sizes?notice=saved', '/sizes?notice=created', false],
    ['/sizes', '/sizes', false],
  ])('from %s to %s: %s', (from, to, alone) => {
    expect(differs(from, to)).toBe(alone)
  })
})
