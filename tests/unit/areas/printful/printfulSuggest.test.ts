import { describe, expect, test } from 'vitest'
import { findMissingScopes, requiredScopes } from '#shared/areas/printful/scopes.ts'
import { validateWebhook } from '#shared/areas/printful/webhooks.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { suggestColor, suggestSize } from '#server/platform/areas/printful/suggestMatch.ts'

const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', 'One size', '11 oz']
const color = (name: string, hex: string) => ({ name, code: 'X', hex, secondHex: null })

describe('a size of ours is suggested', () => {
  test.each([
    ['Medium', 'MED', 'M'],
    ['Extra extra large', 'XXL', '2XL'],
    ['3X large', '3XL', '3XL'],
    ['Extra small', 'XSM', 'XS'],
    ['Universal', 'OS', 'One size'],
    ['11 oz', 'MUG', '11 oz'],
  ])('%s (%s) as %s', (name, code, theirs) => {
    expect(suggestSize({ name, code }, sizes)?.name).toBe(theirs)
  })
  test('as nothing where none is called like it', () => {
    expect(suggestSize({ name: 'EU 42', code: '42' }, sizes)).toBeNull()
  })
})

describe('a color of ours is suggested', () => {
  const theirs = [
    { name: 'Navy', hex: '#1A2745', secondHex: null },
    { name: 'Sky', hex: '#FF0000', secondHex: null },
    { name: 'Black', hex: null, secondHex: null },
    { name: 'Navy/White', hex: '#1A2745', secondHex: '#FFFFFF' },
  ]
  test('by its name before all, however it looks', () => {
    expect(suggestColor(color('sky', '#8EC1E8'), theirs)?.name).toBe('Sky')
    expect(suggestColor(color('Black', '#000000'), theirs)).toEqual({
      name: 'Black',
      hex: null,
      distance: null,
    })
  })
  test('as the nearest by CIEDE2000, two colors by both', () => {
    expect(suggestColor(color('Midnight', '#1D2C4C'), theirs)).toEqual({
      name: 'Navy',
      hex: '#1A2745',
      distance: expect.any(Number),
    })
    const both = { ...color('Sailor', '#1B2846'), secondHex: '#FEFEFE' }
    expect(suggestColor(both, theirs)?.name).toBe('Navy/White')
  })
  test('as nothing where none is near', () => {
    expect(suggestColor(color('Lime', '#32CD32'), theirs)).toBeNull()
  })
})

test('a scope covers reading, and reading no more than that', () => {
  expect(findMissingScopes(requiredScopes)).toEqual([])
  expect(findMissingScopes(['orders', 'sync_products', 'stores_list', 'file_library'])).toEqual([
    'webhooks',
  ])
  expect(findMissingScopes(['orders/read'])).toContain('orders')
})

test('a webhook is right where it leads here with all events, lives, and its secret is known', () => {
  const [address, now] = ['https://print.example.com/webhooks/printful/1', new Date('2026-11-22')]
  const right = {
    at: '2026-11-22T09:00:00.000Z',
    url: address,
    events: Object.keys(printfulEvents),
    expiresAt: null,
    isKnown: true,
  }
  const faultOf = (wrong: object) => validateWebhook({ ...right, ...wrong }, address, now)
  expect(faultOf({})).toBeNull()
  expect(faultOf({ at: null })).toBe("The webhook hasn't been checked yet.")
  expect(faultOf({ expiresAt: '2026-11-21T00:00:00.000Z' })).toBe('The webhook has expired.')
  expect(faultOf({ expiresAt: '2026-12-21T00:00:00.000Z' })).toBeNull()
  expect(faultOf({ isKnown: false })).toBe(
    "We don't have the webhook's secret, so we can't verify its events.",
  )
})
