import { describe, expect, test } from 'vitest'
import { findMissingScopes, requiredScopes } from '#shared/areas/printful/scopes.ts'
import { validateWebhook } from '#shared/areas/printful/webhooks.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { suggestColor, suggestSize } from '#server/platform/areas/printful/suggestMatch.ts'

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', 'One size', '11 oz']
const buildColor = (name: string, hex: string) => ({ name, code: 'X', hex, secondHex: null })

describe('Size suggestions', () => {
  test.each([
    ['Medium', 'MED', 'M'],
    ['Extra extra large', 'XXL', '2XL'],
    ['3X large', '3XL', '3XL'],
    ['Extra small', 'XSM', 'XS'],
    ['Universal', 'OS', 'One size'],
    ['11 oz', 'MUG', '11 oz'],
  ])('match %s (%s) with %s', (name, code, theirs) => {
    expect(suggestSize({ name, code }, sizes)?.name).toBe(theirs)
  })
  test('are empty if no size has a similar name', () => {
    expect(suggestSize({ name: 'EU 42', code: '42' }, sizes)).toBeNull()
  })
})

describe('Color suggestions', () => {
  const theirs = [
    { name: 'Navy', hex: '#1A2745', secondHex: null },
    { name: 'Sky', hex: '#FF0000', secondHex: null },
    { name: 'Black', hex: null, secondHex: null },
    { name: 'Navy/White', hex: '#1A2745', secondHex: '#FFFFFF' },
  ]
  test('prefer the same name, whatever the hex value', () => {
    expect(suggestColor(buildColor('sky', '#8EC1E8'), theirs)?.name).toBe('Sky')
    expect(suggestColor(buildColor('Black', '#000000'), theirs)).toEqual({
      name: 'Black',
      hex: null,
      distance: null,
    })
  })
  test('use the nearest color by CIEDE2000, and both colors of a two-color shade', () => {
    expect(suggestColor(buildColor('Midnight', '#1D2C4C'), theirs)).toEqual({
      name: 'Navy',
      hex: '#1A2745',
      distance: expect.any(Number),
    })
    const twoColor = { ...buildColor('Sailor', '#1B2846'), secondHex: '#FEFEFE' }
    expect(suggestColor(twoColor, theirs)?.name).toBe('Navy/White')
  })
  test('are empty if no color is near', () => {
    expect(suggestColor(buildColor('Lime', '#32CD32'), theirs)).toBeNull()
  })
})

test('a full scope includes reading, but a read scope includes only reading', () => {
  expect(findMissingScopes(requiredScopes)).toEqual([])
  expect(findMissingScopes(['orders', 'sync_products', 'stores_list', 'file_library'])).toEqual([
    'webhooks',
  ])
  expect(findMissingScopes(['orders/read'])).toContain('orders')
})

test('a webhook is valid once it was checked, until it expires, and if we have its secret', () => {
  const [address, now] = ['https://print.example.com/webhooks/printful/1', new Date('2026-11-22')]
  const validWebhook = {
    at: '2026-11-22T09:00:00.000Z',
    url: address,
    events: Object.keys(printfulEvents),
    expiresAt: null,
    isKnown: true,
  }
  const findError = (changes: object) =>
    validateWebhook({ ...validWebhook, ...changes }, address, now)
  expect(findError({})).toBeNull()
  expect(findError({ at: null })).toBe("The webhook hasn't been checked yet.")
  expect(findError({ expiresAt: '2026-11-21T00:00:00.000Z' })).toBe('The webhook has expired.')
  expect(findError({ expiresAt: '2026-12-21T00:00:00.000Z' })).toBeNull()
  expect(findError({ isKnown: false })).toBe(
    "We don't have the webhook's secret, so we can't verify its events.",
  )
})
