import { describe, expect, test } from 'vitest'
import { tokenLifetime } from '#server/platform/core/auth/tokens.ts'
import { openSession, fetchToken, createCaller } from '#tests/api/support/calling.ts'
import { allPermissions, expandPermissions } from '#tests/api/support/permissions.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('Signing in on $name', (database) => {
  const platform = usePlatform(database)
  const login = (body: unknown) => createCaller(platform())('POST', '/auth/login', { body })

  test('returns status, token, user, and permissions', async () => {
    const { id, email, password } = platform().operator
    const { status, body } = await login({ email, password })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 200,
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id,
        storeId: 1,
        sIdentifier: 1,
        name: 'Platform Operator',
        email,
        timeZone: null,
        allStores: true,
        jobsUnderWay: 0,
        attention: 0,
        groups: [expect.any(String)],
      },
      permissions: allPermissions,
      device: expect.any(String),
    })
  })

  test('ignores the case of the email address', async () => {
    const { email, password } = platform().operator
    expect((await login({ email: email.toUpperCase(), password })).status).toBe(200)
  })

  test('rejects a wrong password and an unknown email address with the same response', async () => {
    const { email } = platform().operator
    const strip = ({ status, body }: Awaited<ReturnType<typeof login>>) => {
      const { requestId, ...rest } = body
      expect(requestId).toEqual(expect.any(String))
      return { status, rest }
    }
    const wrongPassword = strip(await login({ email, password: 'wrong' }))
    const unknownEmail = strip(await login({ email: 'nobody@example.com', password: 'wrong' }))
    expect(wrongPassword).toEqual(unknownEmail)
    expect(wrongPassword).toMatchObject({ status: 401, rest: { code: 'refused' } })
  })

  test('hashes the password once whether or not the email address is known', async () => {
    const { passwords } = platform().platform
    const hashes: unknown[] = []
    const { verify } = passwords
    passwords.verify = (password, hash) => {
      hashes.push(hash)
      return verify(password, hash)
    }
    await login({ email: platform().operator.email, password: 'wrong' })
    await login({ email: 'nobody@example.com', password: 'wrong' })
    passwords.verify = verify
    expect(hashes).toEqual([expect.stringMatching(/^\$argon2id\$/), null])
  })

  test.each([
    ['an empty body', {}, ['email', 'password']],
    ['a missing password', { email: 'a@example.com' }, ['password']],
    ['a number as the email address', { email: 1, password: 'x' }, ['email']],
    ['an email address with a NUL byte', { email: 'a\0@example.com', password: 'x' }, ['email']],
    ['a list', [], ['email', 'password']],
  ])('%s is rejected with an error at each field', async (_what, body, fields) => {
    const answer = await login(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(Object.keys(answer.body.fields)).toEqual(fields)
  })

  test('stores neither the token nor the password in the database', async () => {
    const token = await fetchToken(platform(), platform().operator)
    const { db } = platform().platform
    const stored = JSON.stringify([
      await db.selectFrom('tokens').selectAll().execute(),
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(platform().operator.password)
    expect(stored).toContain(platform().operator.email)
  })

  test('logs a sign-in, a rejected sign-in, and a sign-out', async () => {
    const { email } = platform().operator
    await login({ email, password: 'wrong' })
    const call = await openSession(platform())
    await call('POST', '/auth/logout')
    const { body } = await (await openSession(platform()))('GET', '/audit?limit=4')
    expect(
      body.data.map((row: { event: string; actor: string }) => [row.event, row.actor]),
    ).toEqual(
      ['auth.signedIn', 'auth.signedOut', 'auth.signedIn', 'auth.refused'].map((event) => [
        event,
        email,
      ]),
    )
  })
})

describe.each(chooseDatabases('PostgreSQL'))('A session on $name', (database) => {
  const platform = usePlatform(database)

  test('returns its user and permissions', async () => {
    const account = await platform().addAccount(['users', 'Sizes'])
    const { status, body } = await (
      await openSession(platform(), account)
    )('GET', '/users/roles/details')
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: account.id,
        storeId: 1,
        sIdentifier: 1,
        name: 'Second User',
        email: account.email,
        timeZone: null,
        allStores: true,
        jobsUnderWay: 0,
        attention: 0,
        groups: [expect.any(String)],
      },
      permissions: expandPermissions(['Sizes', 'users']),
    })
  })

  test.each([
    ['no token', undefined],
    ['an unknown token', 'x'.repeat(43)],
    ['a malformed token', "' or 1=1 --"],
  ])('%s gets a 401', async (_what, token) => {
    const answer = await createCaller(platform(), token)('GET', '/users/roles/details')
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('ends at sign-out', async () => {
    const call = await openSession(platform())
    expect((await call('POST', '/auth/logout')).status).toBe(204)
    expect((await call('GET', '/users/roles/details')).status).toBe(401)
  })

  test('ends after two hours without use', async () => {
    const call = await openSession(platform())
    platform().advance(tokenLifetime.idleMs - 1000)
    expect((await call('GET', '/users/roles/details')).status).toBe(200)
    platform().advance(tokenLifetime.idleMs - 1000)
    expect((await call('GET', '/users/roles/details')).status).toBe(200)
    platform().advance(tokenLifetime.idleMs + 60_000)
    expect((await call('GET', '/users/roles/details')).status).toBe(401)
  })

  test('ends twelve hours after sign-in even if it is used', async () => {
    const call = await openSession(platform())
    for (let passed = 0; passed < tokenLifetime.absoluteMs; passed += 60 * 60_000) {
      expect((await call('GET', '/users/roles/details')).status).toBe(200)
      platform().advance(60 * 60_000)
    }
    platform().advance(1000)
    expect((await call('GET', '/users/roles/details')).status).toBe(401)
  })

  test('saves its last use at most once a minute', async () => {
    const token = await fetchToken(platform(), platform().operator)
    const call = createCaller(platform(), token)
    const loadLastUse = () =>
      platform()
        .platform.db.selectFrom('tokens')
        .select('lastUsedAt')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    const atFirst = await loadLastUse()
    await call('GET', '/users/roles/details')
    expect(await loadLastUse()).toEqual(atFirst)
    platform().advance(61_000)
    await call('GET', '/users/roles/details')
    expect(await loadLastUse()).not.toEqual(atFirst)
  })

  test('is deleted at the next sign-in after it has expired', async () => {
    await openSession(platform())
    platform().advance(tokenLifetime.idleMs + 1000)
    await openSession(platform())
    const rows = await platform().platform.db.selectFrom('tokens').select('id').execute()
    expect(rows).toHaveLength(1)
  })
})
