import { describe, expect, test } from 'vitest'
import {
  buildGoogleFailurePath,
  getGoogleFailureMessage,
  isTrustedIssuerUrl,
  buildSignInSearch,
} from '#shared/areas/signIn/googleSignIn.ts'
import { googleSignInMessages } from '#shared/areas/signIn/signInMessages.ts'

describe('Issuers', () => {
  test.each([
    'https://accounts.google.com',
    'https://sign-in.example.com/realms/one',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
    'http://localhost:9000/',
  ])('%s is a valid issuer', (text) => {
    expect(isTrustedIssuerUrl(text)).toBe(true)
  })

  test.each([
    'accounts.google.com',
    'http://accounts.google.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
    'https://user@accounts.google.com',
    'https://user:password@accounts.google.com',
    'https://accounts.google.com/?a',
    'https://accounts.google.com/#a',
    'javascript:alert(1)',
    '',
  ])('"%s" is not a valid issuer', (text) => {
    expect(isTrustedIssuerUrl(text)).toBe(false)
  })
})

describe('Google failures in the sign-in URL', () => {
  const getMessage = (address: string) =>
    getGoogleFailureMessage(new URL(address, 'https://console.example').searchParams)

  test.each([null, '/sizes?search=a&sort=b', '/sizes?failure=cancelled'])(
    'are shown, and keep %s as the next page',
    (next) => {
      const address = buildGoogleFailurePath('refused', next)
      expect(getMessage(address)).toBe(googleSignInMessages.failures.refused)
      expect(new URL(address, 'https://console.example').searchParams.get('next')).toBe(next)
    },
  )

  test.each(['/', '/?failure=', '/?failure=toString', '/?failure=__proto__', '/?notice=saved'])(
    'are not shown for %s',
    (address) => {
      expect(getMessage(address)).toBeUndefined()
    },
  )

  test('drop a next page outside the console', () => {
    expect(buildSignInSearch('//evil.example')).toBe('')
    expect(buildGoogleFailurePath('expired', 'https://evil.example')).toBe('/?failure=expired')
  })
})
