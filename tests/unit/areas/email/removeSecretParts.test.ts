import { describe, expect, test } from 'vitest'
import { removeSecretParts } from '#server/platform/areas/email/removeSecretParts.ts'

describe('Text of an email that is kept', () => {
  test.each([
    ['Pay here:\n\nhttps://pay.example/x?token=abc\n\nBye', 'Pay here:\n\n[link removed]\n\nBye'],
    ['Open https://a.example/t/abc.', 'Open [link removed].'],
    ['(see <https://a.example/#t=abc>)', '(see <[link removed]>)'],
    ['HTTPS://A.EXAMPLE/ABC and app://open?t=1', '[link removed] and [link removed]'],
    ['Two: https://a.example/1, https://a.example/2!', 'Two: [link removed], [link removed]!'],
    ['https://a.example/(abc)def', '[link removed]'],
  ])('has no link that could be secret: %s', (text, kept) => {
    expect(removeSecretParts(text, [])).toBe(kept)
  })

  test('keeps the address of a store, which has no secret', () => {
    const text =
      'You can now order at Acme:\n\nhttps://acme.example\n\nSign in with ana@acme.example'
    expect(removeSecretParts(text, [])).toBe(text)
  })

  test('has none of the codes, wherever they are', () => {
    const text = 'Code: GC-1+1. Again: GC-1+1, and https://runa.example/GC-1+1'
    expect(removeSecretParts(text, ['GC-1+1', ''])).toBe(
      'Code: [code removed]. Again: [code removed], and [link removed]',
    )
  })
})
