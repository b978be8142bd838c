import { expect, test } from 'vitest'
import {
  createUnsubscribeToken,
  readUnsubscribeToken,
} from '#server/platform/areas/notifications/unsubscribeToken.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'

const [oldKey, newKey] = [createKey(), createKey()]
const keys = new KeyRing([oldKey])
const token = createUnsubscribeToken(keys, 12)

test('a token names its account, also after a new key was added', () => {
  expect(readUnsubscribeToken(keys, token)).toBe(12)
  expect(readUnsubscribeToken(new KeyRing([newKey, oldKey]), token)).toBe(12)
})

test.each([
  ['of another account', token.replace('.12.', '.13.')],
  ['with another signature', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['without a signature', token.slice(0, token.lastIndexOf('.'))],
  ['of a key that is gone', createUnsubscribeToken(new KeyRing([newKey]), 12)],
  ['that is empty', ''],
])('a token %s is not valid', (_what, other) => {
  expect(readUnsubscribeToken(keys, other)).toBe(null)
})
