import { beforeEach, describe, expect, test } from 'vitest'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import {
  addApp,
  createAuthenticatorApp,
  startSignIn,
  submitFactor,
  submitPassword,
} from '#tests/api/support/factors.ts'
import type { TestAccount } from '#tests/support/servers/platform.ts'

const wrongCode = '000000'

describe.each(chooseDatabases('PostgreSQL'))('Second factors on $name', (database) => {
  const platform = usePlatform(database)
  let account: TestAccount
  let call: Caller
  beforeEach(async () => {
    account = await platform().addAccount(['Sizes'])
    call = await openSession(platform(), account)
  })

  const countTokens = async () => {
    const { count } = await platform()
      .platform.db.selectFrom('tokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', account.id)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  test('an account without a second factor signs in with the password alone', async () => {
    expect(await submitPassword(platform(), account)).toMatchObject({
      status: 200,
      body: { status: 200, user: { sIdentifier: 1 } },
    })
    expect((await call('GET', '/account/factors')).body).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodes: 0,
      required: false,
      dueAt: null,
    })
  })

  test('the password alone starts no session once there is an authenticator app', async () => {
    await addApp(platform(), call)
    const before = await countTokens()
    const { status, body } = await submitPassword(platform(), account)
    expect(status).toBe(401)
    expect(body).not.toHaveProperty('token')
    expect(body.secondFactor).toMatchObject({ methods: ['totp', 'recovery'], enroll: false })
    expect(await countTokens()).toBe(before)
  })

  test('the code of the app completes the sign-in', async () => {
    const { app } = await addApp(platform(), call)
    const { challenge } = await startSignIn(platform(), account)
    const signedIn = await submitFactor(platform(), {
      challenge,
      method: 'totp',
      code: app.getCode(),
    })
    expect(signedIn).toMatchObject({ status: 200, body: { status: 200, user: { id: account.id } } })
    const other = createCaller(platform(), signedIn.body.token)
    expect((await other('GET', '/account/factors')).body).toMatchObject({ recoveryCodes: 10 })
  })

  test('a code counts once, even in another sign-in', async () => {
    const { app } = await addApp(platform(), call)
    const code = app.getCode()
    const first = await startSignIn(platform(), account)
    const second = await startSignIn(platform(), account)
    const answers = await Promise.all(
      [first, second].map(({ challenge }) =>
        submitFactor(platform(), { challenge, method: 'totp', code }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const late = await startSignIn(platform(), account)
    expect(
      await submitFactor(platform(), { challenge: late.challenge, method: 'totp', code }),
    ).toMatchObject({ status: 401, body: { code: 'wrong_factor' } })
  })

  test('a code from two minutes ago is rejected, the next one is accepted', async () => {
    const { app } = await addApp(platform(), call)
    const { challenge } = await startSignIn(platform(), account)
    const old = app.getCode()
    platform().advance(120_000)
    const submit = (code: string) => submitFactor(platform(), { challenge, method: 'totp', code })
    expect((await submit(old)).status).toBe(401)
    expect((await submit(app.getCode(1))).status).toBe(200)
  })

  test('a recovery code works once, in any spelling', async () => {
    const { recoveryCodes } = await addApp(platform(), call)
    const [code = ''] = recoveryCodes
    const submit = async () => {
      const { challenge } = await startSignIn(platform(), account)
      const body = {
        challenge,
        method: 'recovery',
        code: ` ${code.toUpperCase().replace('-', ' ')}`,
      }
      return submitFactor(platform(), body)
    }
    expect((await submit()).status).toBe(200)
    expect(await submit()).toMatchObject({ status: 401, body: { code: 'wrong_factor' } })
    expect((await call('GET', '/account/factors')).body.recoveryCodes).toBe(9)
  })

  test('a challenge works once', async () => {
    const { app, recoveryCodes } = await addApp(platform(), call)
    const { challenge } = await startSignIn(platform(), account)
    await submitFactor(platform(), { challenge, method: 'totp', code: app.getCode() })
    expect(
      await submitFactor(platform(), { challenge, method: 'recovery', code: recoveryCodes[0] }),
    ).toMatchObject({ status: 401, body: { code: 'challenge_expired' } })
  })

  test('a challenge expires after five minutes', async () => {
    const { app } = await addApp(platform(), call)
    const { challenge } = await startSignIn(platform(), account)
    platform().advance(5 * 60_000)
    expect(
      await submitFactor(platform(), { challenge, method: 'totp', code: app.getCode() }),
    ).toMatchObject({ status: 401, body: { code: 'challenge_expired' } })
  })

  test('a new password ends the sign-ins that the old one started', async () => {
    const { app } = await addApp(platform(), call)
    const { challenge } = await startSignIn(platform(), account)
    await platform()
      .platform.db.updateTable('users')
      .set({ passwordHash: 'another' })
      .where('id', '=', account.id)
      .execute()
    expect(
      await submitFactor(platform(), { challenge, method: 'totp', code: app.getCode() }),
    ).toMatchObject({ status: 401, body: { code: 'challenge_expired' } })
  })

  test('five wrong codes end the challenge, and the next sign-in has to wait', async () => {
    const { app } = await addApp(platform(), call)
    const { challenge } = await startSignIn(platform(), account)
    const submit = (token: string, code: string) =>
      submitFactor(platform(), { challenge: token, method: 'totp', code })
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await submit(challenge, wrongCode)).status).toBe(401)
    expect((await submit(challenge, app.getCode())).body.code).toBe('challenge_expired')
    // The correct password doesn't clear the count of wrong codes.
    const next = await startSignIn(platform(), account)
    expect(await submit(next.challenge, app.getCode())).toMatchObject({
      status: 429,
      body: { code: 'throttled' },
    })
  })

  test('wrong codes are logged, and fifteen of them lock the account', async () => {
    const { app } = await addApp(platform(), call)
    for (let attempt = 0; attempt < 15; attempt++) {
      const { challenge } = await startSignIn(platform(), account)
      expect(
        (await submitFactor(platform(), { challenge, method: 'totp', code: wrongCode })).status,
      ).toBe(401)
      platform().advance(16 * 60_000)
    }
    expect((await submitPassword(platform(), account)).body.code).toBe('refused')
    expect(app.getCode()).toHaveLength(6)
    const { db } = platform().platform
    const events = await db
      .selectFrom('audit')
      .select(['event', 'stream'])
      .where('actor', '=', account.email)
      .where('event', 'in', ['auth.factorRefused', 'auth.factorRequested'])
      .execute()
    expect(events.filter(({ event }) => event === 'auth.factorRefused')).toHaveLength(15)
    expect(events.every(({ stream }) => stream === 'security')).toBe(true)
  })

  test('secrets and recovery codes are not readable in the database', async () => {
    const { recoveryCodes } = await addApp(platform(), call)
    const { db } = platform().platform
    const codes = await db.selectFrom('recoveryCodes').select('hash').execute()
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true)
    const { secretSealed } = await db
      .selectFrom('totpSecrets')
      .select('secretSealed')
      .where('userId', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(secretSealed).toMatch(/^v1\./)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
  })

  test('of several setups started at the same time, the last one counts', async () => {
    const started = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/account/totp')),
    )
    expect(started.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const confirmed = await Promise.all(
      started.map(async ({ body }) => {
        const code = createAuthenticatorApp(platform(), body.secret).getCode()
        return (await call('POST', '/account/totp/confirmation', { body: { code } })).status
      }),
    )
    expect(confirmed.filter((status) => status === 200)).toHaveLength(1)
  })

  test('the secret is confirmed by its first code only, and can be removed again', async () => {
    await call('POST', '/account/totp')
    expect(
      await call('POST', '/account/totp/confirmation', { body: { code: wrongCode } }),
    ).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } })
    expect((await submitPassword(platform(), account)).status).toBe(200)
    await addApp(platform(), call)
    expect((await call('POST', '/account/totp')).body.code).toBe('wrong_state')
    expect((await call('DELETE', '/account/totp')).status).toBe(204)
    expect((await submitPassword(platform(), account)).status).toBe(200)
    expect((await call('GET', '/account/factors')).body).toMatchObject({
      totp: null,
      recoveryCodes: 0,
    })
  })

  test('of recovery codes created at the same time, ten are kept', async () => {
    await addApp(platform(), call)
    await Promise.all(Array.from({ length: 3 }, () => call('POST', '/account/recoveryCodes')))
    expect((await call('GET', '/account/factors')).body.recoveryCodes).toBe(10)
  })

  test('new recovery codes replace the old ones', async () => {
    expect((await call('POST', '/account/recoveryCodes')).body.code).toBe('wrong_state')
    const { recoveryCodes } = await addApp(platform(), call)
    const { body } = await call('POST', '/account/recoveryCodes')
    expect(body.recoveryCodes).toHaveLength(10)
    const { challenge } = await startSignIn(platform(), account)
    const submit = (code: string | undefined) =>
      submitFactor(platform(), { challenge, method: 'recovery', code })
    expect((await submit(recoveryCodes[0])).status).toBe(401)
    expect((await submit(body.recoveryCodes[0])).status).toBe(200)
  })
})
