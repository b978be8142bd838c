import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createSoftwareAuthenticator } from '#tests/support/signIn/softwareAuthenticator.ts'
import type { TestAccount, TestPlatform } from '#tests/support/servers/platform.ts'
import { createCaller } from './calling.ts'
import type { Caller } from './calling.ts'

/** An authenticator app with a secret. */
export function createAuthenticatorApp(platform: TestPlatform, secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return {
    /** Returns the code that the app shows now, or some steps of 30 seconds later. */
    getCode: (steps = 0) =>
      totp.generate({ timestamp: platform.platform.now().getTime() + steps * 30_000 }),
  }
}

/** Adds an authenticator app to the caller's account, and moves the clock to its next code. */
export async function addApp(platform: TestPlatform, call: Caller) {
  const { status, body } = await call('POST', '/account/totp')
  expect(status).toBe(200)
  const app = createAuthenticatorApp(platform, body.secret)
  const confirmed = await call('POST', '/account/totp/confirmation', {
    body: { code: app.getCode() },
  })
  expect(confirmed.status).toBe(200)
  platform.advance(31_000)
  const recoveryCodes: string[] = confirmed.body.recoveryCodes
  return { app, recoveryCodes }
}

/** Adds a passkey to the caller's account. */
export async function addPasskey(platform: TestPlatform, call: Caller, name = 'Laptop') {
  const { consoleOrigin: origin } = platform.platform
  const started = await call('POST', '/account/passkeys/options')
  expect(started.status).toBe(200)
  const { challenge, options } = started.body
  const authenticator = createSoftwareAuthenticator()
  const response = authenticator.register({ origin, challenge: options.challenge, counter: 1 })
  const added = await call('POST', '/account/passkeys', { body: { challenge, name, response } })
  expect(added).toMatchObject({ status: 200 })
  return { authenticator, origin }
}

/** Signs in with email and password, whatever the answer. */
export const submitPassword = (platform: TestPlatform, { email, password }: TestAccount) =>
  createCaller(platform)('POST', '/auth/login', { body: { email, password } })

/** Signs in up to the second factor, and returns what the platform demands. */
export async function startSignIn(platform: TestPlatform, account: TestAccount) {
  const { status, body } = await submitPassword(platform, account)
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'second_factor_required' })
  return body.secondFactor
}

/** Sends a second factor. */
export const submitFactor = (platform: TestPlatform, body: object) =>
  createCaller(platform)('POST', '/auth/secondFactor', { body })
