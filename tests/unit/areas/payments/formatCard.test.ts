import { expect, test } from 'vitest'
import { formatCard } from '#shared/areas/payments/attempts.ts'

test.each([
  ['visa', '4242', 'Visa •••• 4242'],
  ['visa', null, 'Visa'],
  [null, '4242', '•••• 4242'],
  [null, null, ''],
])('a card of the brand %s that ends in %s is shown as "%s"', (brand, last4, text) => {
  expect(formatCard(brand, last4)).toBe(text)
})
