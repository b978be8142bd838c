import { expect, test } from 'vitest'
import { formatAffectedStores } from '#server/platform/areas/payments/setups/hooks.ts'

test('a mode switch names up to 20 affected stores and counts the rest', () => {
  const names = Array.from({ length: 22 }, (_, at) => `Store ${at + 1}`)
  expect(formatAffectedStores(names.slice(0, 1))).toBe('This affects the store Store 1.')
  expect(formatAffectedStores(names.slice(0, 2))).toBe(
    'This affects these stores: Store 1, Store 2.',
  )
  expect(formatAffectedStores(names.slice(0, 20))).toMatch(/Store 19, Store 20\.$/)
  expect(formatAffectedStores(names)).toMatch(/Store 19, Store 20, and 2 more\.$/)
})
