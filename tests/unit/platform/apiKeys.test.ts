import { describe, expect, test } from 'vitest'
import { limitApiKeyPermissions } from '#shared/permissions/apiKeyPermissions.ts'
import { can } from '#shared/permissions/can.ts'
import { createApiKeyText, parseApiKey } from '#server/platform/core/auth/apiKeyText.ts'
import { formatNetwork } from '#server/platform/core/auth/formatNetwork.ts'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'

describe('The text of an API key', () => {
  test('is recognized by its prefix and checksum', () => {
    const key = createApiKeyText()
    expect(key).toMatch(/^sck_[0-9A-Za-z]{49}$/)
    expect(parseApiKey(`Bearer ${key}`)).toBe(key)
    expect(createApiKeyText()).not.toBe(key)
  })

  test('is rejected if a character is changed or missing', () => {
    const key = createApiKeyText()
    const last = key.endsWith('0') ? '1' : '0'
    expect(parseApiKey(`Bearer ${key.slice(0, -1)}${last}`)).toBe('')
    expect(parseApiKey(`Bearer ${key.slice(0, -1)}`)).toBe('')
    expect(parseApiKey(`Bearer sck_${'x'.repeat(49)}`)).toBe('')
  })

  test('leaves tokens of sign-ins alone', () => {
    expect(parseApiKey(`Bearer ${'a'.repeat(43)}`)).toBeNull()
    expect(parseApiKey(undefined)).toBeNull()
  })

  test('is redacted in logs', () => {
    const key = createApiKeyText()
    expect(redactSecrets(`rejected ${key} today`)).not.toContain(key)
  })
})

describe('The permissions of an API key', () => {
  test("a bare key of the owner gives only the key's own actions", () => {
    const limited = limitApiKeyPermissions(['Sizes:read'], ['Sizes'])
    expect(limited).toEqual(['Sizes', 'Sizes:read'])
    expect(can(limited, 'Sizes', 'write')).toBe(false)
  })

  test('end with those of the owner', () => {
    const chosen = ['Sizes:read', 'Sizes:write', 'Colors:read']
    expect(limitApiKeyPermissions(chosen, ['Sizes', 'Sizes:read'])).toEqual(['Sizes', 'Sizes:read'])
  })

  test("never change accounts, keys, or secrets, even if they're stored", () => {
    const chosen = ['users:write', 'usersGroups:write', 'apiKeys:write', 'payments:secrets']
    expect(limitApiKeyPermissions(chosen, ['users', 'usersGroups', 'apiKeys', 'payments'])).toEqual(
      [],
    )
  })
})

describe('The network of an address', () => {
  test.each([
    ['192.0.2.9', '192.0.2.0/24'],
    ['::ffff:192.0.2.9', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['', 'unknown'],
  ])('%s is in %s', (address, network) => {
    expect(formatNetwork(address)).toBe(network)
  })
})
