import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  formatKeys,
  parseKeys,
  createKey,
  KeyRing,
  SecretError,
} from '#server/platform/core/secrets/keyRing.ts'

const createTestKey = (id: string) => ({ id, bytes: randomBytes(32) })
const [k1, k2] = [createTestKey('k1'), createTestKey('k2')]
const place = { table: 'connections', column: 'apiKey', id: 7 }
const canary = 'correct horse battery staple'

describe('A sealed secret', () => {
  const ring = new KeyRing([k1])
  const sealed = ring.seal(place, canary)

  test('opens where it was sealed', () => {
    expect(ring.open(place, sealed)).toBe(canary)
    for (const text of ['x', 'Zoë 花子 \u{1f600}', 'x'.repeat(10_000)])
      expect(ring.open(place, ring.seal(place, text))).toBe(text)
  })

  test('is short, names its key, and is never the same twice', () => {
    expect(ring.seal(place, '1234567')).toMatch(/^v1\.k1\.[\w-]{68}$/)
    expect(ring.seal(place, canary)).not.toBe(sealed)
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes(canary)).toBe(false)
  })

  test.each([
    ['in another row', { ...place, id: 8 }],
    ['in another column', { ...place, column: 'secret' }],
    ['in another table', { ...place, table: 'stores' }],
  ])('does not open %s', (_, other) => {
    expect(() => ring.open(other, sealed)).toThrow(SecretError)
  })

  test('does not open if any bit is changed or a part is missing', () => {
    const [version, id, text = ''] = sealed.split('.')
    const bytes = Buffer.from(text, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const changed = `${version}.${id}.${flipped.toString('base64url')}`
      expect(() => ring.open(place, changed)).toThrow(SecretError)
    }
    for (let length = 0; length < bytes.length; length++) {
      const cut = `${version}.${id}.${bytes.subarray(0, length).toString('base64url')}`
      expect(() => ring.open(place, cut)).toThrow(SecretError)
    }
  })

  test.each(['', 'v1', 'v1.k1', 'v1.k1.', 'v2', canary, 'v1.k1.%%%%'])('is never %j', (text) => {
    expect(() => ring.open(place, text)).toThrow(SecretError)
  })

  test('has only one spelling', () => {
    for (const other of [sealed + '=', `${sealed}.`, sealed.replace('v1', 'v2'), ` ${sealed}`])
      expect(() => ring.open(place, other)).toThrow(SecretError)
  })

  test('does not open with another key, whatever its ID', () => {
    const createRing = (id: string) => new KeyRing([{ ...k2, id }])
    expect(() => createRing('k2').open(place, sealed)).toThrow(
      "Key k1 can't decrypt the secret connections.apiKey#7",
    )
    expect(() => createRing('k1').open(place, sealed)).toThrow(SecretError)
    const renamed = sealed.replace('.k1.', '.k9.')
    expect(() => new KeyRing([{ ...k1, id: 'k9' }]).open(place, renamed)).toThrow(SecretError)
  })

  test('does not appear in errors', () => {
    const other = new KeyRing([{ ...k2, id: 'k1' }])
    try {
      other.open(place, sealed)
      expect.unreachable()
    } catch (error) {
      const text = String(error) + JSON.stringify(error) + (error as Error).stack
      expect(text).not.toContain(canary)
      expect(text).not.toContain(sealed.slice(6))
    }
  })
})

test('the first key of a ring seals, and all keys open', () => {
  const [before, after] = [new KeyRing([k1]), new KeyRing([k2, k1])]
  const sealed = before.seal(place, canary)
  expect(after.open(place, sealed)).toBe(canary)
  expect(after.seal(place, canary)).toMatch(/^v1\.k2\./)
  expect(() => before.open(place, after.seal(place, canary))).toThrow(SecretError)
})

describe('SECRET_KEYS', () => {
  const base64 = k1.bytes.toString('base64')

  test('lists keys, starting with the one that seals', () => {
    expect(parseKeys(`k2:${k2.bytes.toString('base64')}, k1:${base64}`)).toEqual([k2, k1])
    const keys = [createKey(), createKey()]
    expect(parseKeys(formatKeys(keys))).toEqual(keys)
    expect(keys[0]?.id).not.toBe(keys[1]?.id)
  })

  test.each([
    base64,
    `:${base64}`,
    `k 1:${base64}`,
    `k.1:${base64}`,
    `k1:${base64.slice(1)}`,
    `k1:${base64}A`,
    `k1:${Buffer.alloc(16).toString('base64')}`,
    `k1:${base64},`,
    `k1:${base64},k1:${base64}`,
    `${'k'.repeat(21)}:${base64}`,
    'k1:',
  ])('may not be %s', (text) => {
    expect(parseKeys(text)).toBeNull()
  })
})
