import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameExceptFlash, withFlash, removeFlash } from '#shared/navigation/flashMessage.ts'
import { flashTexts } from '#shared/navigation/flashTexts.ts'
import { parseFlash, formatFlashMessage } from '#shared/navigation/formatFlashMessage.ts'

describe('Flash messages in URLs', () => {
  const names = Object.keys(flashTexts).filter(
    (name): name is keyof typeof flashTexts => name in flashTexts,
  )

  test.each(names)('show the sentence for %s', (name) => {
    for (const path of ['/sizes', '/sizes?search=large']) {
      const address = withFlash(path, { notice: name })
      const message = parseFlash(new URL(address, 'https://console.example').searchParams)
      expect(message).toEqual({ notice: name })
      expect(message && formatFlashMessage(message)).toMatchObject({
        type: 'success',
        text: flashTexts[name],
      })
    }
  })

  test('leave the other parameters alone', () => {
    expect(withFlash('/sizes?edit=3', { notice: 'saved' })).toBe('/sizes?edit=3&notice=saved')
    expect(withFlash('/sizes', { notice: 'saved' })).toBe('/sizes?notice=saved')
    expect(withFlash('/sizes?notice=created&edit=3', { notice: 'saved' }), 'the last alone').toBe(
      '/sizes?edit=3&notice=saved',
    )
  })

  test('count created records', () => {
    const { searchParams } = new URL(
      withFlash('/sizes', { notice: 'created-1200' }),
      'https://console.example',
    )
    const message = parseFlash(searchParams)
    expect(message && formatFlashMessage(message).text).toBe(
      'Created 1,200 records. The list shows the newest first.',
    )
  })

  test('count members that were added to a group or removed from it', () => {
    const of = { resource: 'memberGroups', id: 8, name: 'Everyone', to: '/members/groups?edit=8' }
    expect(withFlash('/members/groups', { notice: 'removed-2', of })).toBe(
      '/members/groups?notice=removed-2.memberGroups.8',
    )
    const message = parseFlash(new URLSearchParams('notice=removed-2.memberGroups.8'))
    expect(message).toEqual({ notice: 'removed-2', resource: 'memberGroups', id: 8 })
    expect(formatFlashMessage({ notice: 'removed-2', of }).text).toBe(
      'Removed 2 members from Everyone',
    )
    expect(formatFlashMessage({ notice: 'added-1', of }).text).toBe('Moved 1 member to Everyone')
    expect(formatFlashMessage({ notice: 'added-1' }).text).toBe('Moved 1 member')
  })

  test.each([
    '',
    'notice=created-',
    'notice=moved-2',
    'notice=created-9e9',
    'notice=created-12345678',
    'notice=',
    'notice=toString',
    'notice=__proto__',
    'notice=You+won!',
    'notice=Saved.sizes.3',
  ])('ignore texts that are not ours (%j)', (search) => {
    expect(parseFlash(new URLSearchParams(search))).toBeUndefined()
  })
})

describe('The record of a flash message', () => {
  const of = { resource: 'sizes', id: 42, name: 'Small', to: '/sizes?edit=42' }
  const undo = { method: 'PATCH', path: '/sizes/42', ifMatch: 7, idempotencyKey: 'k' } as const

  test('is named and linked, with an undo', () => {
    expect(formatFlashMessage({ notice: 'saved', of, undo })).toEqual({
      type: 'success',
      text: 'Saved Small',
      link: of,
      undo,
    })
  })

  const withoutRecord = [
    'signed-out',
    'password-set',
    'store-admin-set',
    'password-changed',
    'zone-kept',
    'session-ended',
    'other-sessions-ended',
    'factor-removed',
    'passkey-renamed',
    'view-ended',
    'erased',
    'comment-saved',
    'comment-deleted',
  ]
  const names = Object.keys(flashTexts).filter(
    (name): name is keyof typeof flashTexts => name in flashTexts,
  )
  test.each(names.filter((name) => !withoutRecord.includes(name)))('is named by %s', (notice) => {
    const { text, link } = formatFlashMessage({ notice, of })
    expect(text).toContain('Small')
    expect(link).toEqual(of)
  })

  test('is in the URL only by its ID, without name and undo', () => {
    const address = withFlash('/sizes', { notice: 'saved', of, undo })
    expect(address).toBe('/sizes?notice=saved.sizes.42')
    expect(parseFlash(new URLSearchParams(address.split('?')[1]))).toEqual({
      notice: 'saved',
      resource: 'sizes',
      id: 42,
    })
  })

  test.each(['saved.sizes', 'saved.sizes.', 'saved.sizes.0', 'saved.sizes.x', 'saved..4'])(
    'is missing in %j',
    (notice) => {
      expect(parseFlash(new URLSearchParams({ notice }))).toEqual({ notice: 'saved' })
    },
  )
})

describe('Removing a flash message', () => {
  test.each([
    ['?notice=saved', ''],
    ['?reorder&notice=saved', '?reorder'],
    ['?filter[group][eq]=youth&edit=3&notice=saved', '?filter[group][eq]=youth&edit=3'],
    ['?notice=saved&search=a+b', '?search=a+b'],
    ['?notices=3', '?notices=3'],
    ['?', ''],
    ['', ''],
  ])('%j becomes %j', (search, rest) => {
    expect(removeFlash(search)).toBe(rest)
  })

  const query = fc.webQueryParameters().filter((text) => text !== '' && !/(^|&)(&|$)/.test(text))

  test('leaves the other parameters unchanged, letter for letter', () => {
    fc.assert(
      fc.property(query, (text) => {
        fc.pre(!new URLSearchParams(text).has('notice'))
        const search = withFlash(`/sizes?${text}`, { notice: 'saved' }).slice('/sizes'.length)
        expect(removeFlash(search)).toBe(`?${text}`)
      }),
    )
  })
})

describe('URLs that differ only by a flash message', () => {
  const isSame = (from: string, to: string) =>
    isSameExceptFlash(new URL(from, 'https://c.example'), new URL(to, 'https://c.example'))

  test.each([
    ['/sizes?notice=saved', '/sizes', true],
    ['/sizes?search=a&notice=saved', '/sizes?search=a', true],
    ['/sizes?notice=saved', '/colors', false],
    ['/sizes?search=a&notice=saved', '/sizes?search=b', false],
    ['/sizes?search=a', '/sizes', false],
    ['/sizes', '/sizes?notice=saved', false],
    ['/sizes?notice=saved', '/sizes?notice=created', false],
    ['/sizes', '/sizes', false],
  ])('from %s to %s: %s', (from, to, expected) => {
    expect(isSame(from, to)).toBe(expected)
  })
})
