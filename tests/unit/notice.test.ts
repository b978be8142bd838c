import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { noticeText, withNotice } from '#shared/notice.ts'

describe('the outcome of a write travels in the address', () => {
  const names = Object.keys(messages.notices).filter(
    (name): name is keyof typeof messages.notices => name in messages.notices,
  )

  test.each(names)('%s arrives as its sentence', (name) => {
    for (const path of ['/sizes', '/sizes?search=large']) {
      const { searchParams } = new URL(withNotice(path, name), 'https://console.example')
      expect(noticeText(searchParams)).toBe(messages.notices[name])
    }
  })

  test('and leaves what else the address says alone', () => {
    expect(withNotice('/sizes?edit=3', 'saved')).toBe('/sizes?edit=3&notice=saved')
    expect(withNotice('/sizes', 'saved')).toBe('/sizes?notice=saved')
  })

  test.each(['', 'notice=', 'notice=toString', 'notice=__proto__', 'notice=You+won!'])(
    'words of another (%j) are not shown',
    (search) => {
      expect(noticeText(new URLSearchParams(search))).toBeUndefined()
    },
  )
})
