import { beforeEach, describe, expect, test } from 'vitest'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { addPasskey, startSignIn, submitFactor } from '#tests/api/support/factors.ts'
import { createSoftwareAuthenticator } from '#tests/support/signIn/softwareAuthenticator.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'

describe.each(chooseDatabases('PostgreSQL'))('Passkeys on $name', (database) => {
  const platform = usePlatform(database)
  let account: TestAccount
  let call: Caller
  beforeEach(async () => {
    account = await platform().addAccount(['Sizes'])
    call = await openSession(platform(), account)
  })

  const startPasskeySignIn = async () =>
    (await createCaller(platform())('POST', '/auth/passkey/options')).body
  const submitPasskey = (challenge: string, response: object) =>
    createCaller(platform())('POST', '/auth/passkey', { body: { challenge, response } })
  const rejected = { status: 401, body: { code: 'wrong_factor' } }

  test('a passkey alone signs in, without an email address or a password', async () => {
    const { authenticator, origin } = await addPasskey(platform(), call)
    const { challenge, options } = await startPasskeySignIn()
    expect(options).toMatchObject({ rpId: 'console.example.com', userVerification: 'required' })
    expect(options.allowCredentials).toEqual([])
    const response = authenticator.authenticate({
      origin,
      challenge: options.challenge,
      counter: 2,
    })
    const signedIn = await submitPasskey(challenge, response)
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: account.id } } })
    expect(await submitPasskey(challenge, response)).toMatchObject({
      status: 401,
      body: { code: 'challenge_expired' },
    })
  })

  test('a passkey completes a sign-in by password', async () => {
    const { authenticator, origin } = await addPasskey(platform(), call)
    const { challenge, methods, options } = await startSignIn(platform(), account)
    expect(methods).toEqual(['passkey', 'recovery'])
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
    const response = authenticator.authenticate({
      origin,
      challenge: options.challenge,
      counter: 2,
    })
    expect(
      await submitFactor(platform(), { challenge, method: 'passkey', response }),
    ).toMatchObject({ status: 200, body: { user: { id: account.id } } })
  })

  test.each([
    ['another origin', { origin: 'https://console.example.com.evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a user who was not verified', { verified: false }],
    ['another challenge', { challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' }],
  ])('rejects %s', async (_name, change) => {
    const { authenticator, origin } = await addPasskey(platform(), call)
    const { challenge, options } = await startPasskeySignIn()
    const signer = { origin, challenge: options.challenge, counter: 2, ...change }
    expect(await submitPasskey(challenge, authenticator.authenticate(signer))).toMatchObject(
      rejected,
    )
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a user who was not verified', { verified: false }],
    ['another challenge', { challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' }],
  ])('adds no passkey for %s', async (_name, change) => {
    const { body } = await call('POST', '/account/passkeys/options')
    const { consoleOrigin: origin } = platform().platform
    const response = createSoftwareAuthenticator().register({
      origin,
      challenge: body.options.challenge,
      ...change,
    })
    expect(
      await call('POST', '/account/passkeys', {
        body: { challenge: body.challenge, name: 'Phone', response },
      }),
    ).toMatchObject({ status: 422, body: { code: 'wrong_factor' } })
    expect((await call('GET', '/account/factors')).body.passkeys).toEqual([])
  })

  test('a counter that goes back is rejected, logged, and emailed', async () => {
    const { db } = platform().platform
    const { authenticator, origin } = await addPasskey(platform(), call, 'Security key')
    const signInAt = async (counter: number) => {
      const { challenge, options } = await startPasskeySignIn()
      const signer = { origin, challenge: options.challenge, counter }
      return submitPasskey(challenge, authenticator.authenticate(signer))
    }
    expect((await signInAt(7)).status).toBe(200)
    expect(await signInAt(7)).toMatchObject(rejected)
    expect(await signInAt(6)).toMatchObject(rejected)
    expect((await signInAt(8)).status).toBe(200)
    const entries = await db
      .selectFrom('audit')
      .select(['event', 'severity', 'stream', 'label'])
      .where('event', '=', 'users.passkeyCloned')
      .where('targetId', '=', account.id)
      .execute()
    const entry = { event: 'users.passkeyCloned', severity: 'warning', stream: 'security' }
    expect(entries).toEqual([1, 2].map(() => ({ ...entry, label: account.email })))
  })

  test('a removed passkey signs in no more', async () => {
    const { authenticator, origin } = await addPasskey(platform(), call)
    const { passkeys } = (await call('GET', '/account/factors')).body
    expect(passkeys).toMatchObject([{ name: 'Laptop', backedUp: false, lastUsedAt: null }])
    expect((await call('DELETE', `/account/passkeys/${passkeys[0].id}`)).status).toBe(204)
    const { challenge, options } = await startPasskeySignIn()
    const signer = { origin, challenge: options.challenge, counter: 2 }
    expect(await submitPasskey(challenge, authenticator.authenticate(signer))).toMatchObject(
      rejected,
    )
  })

  test('a suspended account has no use for its passkey', async () => {
    const { authenticator, origin } = await addPasskey(platform(), call)
    await platform()
      .platform.db.updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', account.id)
      .execute()
    const { challenge, options } = await startPasskeySignIn()
    const signer = { origin, challenge: options.challenge, counter: 2 }
    expect(await submitPasskey(challenge, authenticator.authenticate(signer))).toMatchObject(
      rejected,
    )
  })

  test('passkeys have names, and only their owner sees and changes them', async () => {
    await addPasskey(platform(), call, '  Work laptop ')
    const [passkey] = (await call('GET', '/account/factors')).body.passkeys
    expect(passkey.name).toBe('Work laptop')
    const path = `/account/passkeys/${passkey.id}`
    const other = await openSession(platform())
    for (const method of ['PATCH', 'DELETE'])
      expect((await other(method, path, { body: { name: 'Mine' } })).status).toBe(404)
    expect((await call('PATCH', path, { body: { name: ' ' } })).body.fields.name).toBe(
      'Name is a required field',
    )
    expect((await call('PATCH', path, { body: { name: 'Phone' } })).status).toBe(204)
    expect((await call('GET', '/account/factors')).body.passkeys[0].name).toBe('Phone')
  })

  test('a challenge of one account adds no passkey to another', async () => {
    const { body } = await call('POST', '/account/passkeys/options')
    const { consoleOrigin: origin } = platform().platform
    const signer = { origin, challenge: body.options.challenge }
    const response = createSoftwareAuthenticator().register(signer)
    const other = await openSession(platform())
    expect(
      (
        await other('POST', '/account/passkeys', {
          body: { challenge: body.challenge, name: 'Phone', response },
        })
      ).status,
    ).toBe(422)
  })
})
