import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions/permissions.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { createGoogleVerifier } from '#server/platform/areas/signIn/googleTokens.ts'
import { client, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import type { Claims } from '#tests/support/sso/oidcIssuer.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { runWhileLocked } from '#tests/api/support/waiting.ts'

const issuer = await startOidcIssuer()
afterAll(() => issuer.stop())

const google = createGoogleVerifier({ googleClientId: client.id, googleIssuer: issuer.issuer })
const createNonce = () => randomUUID()
const hour = 60 * 60

describe.each(chooseDatabases('PostgreSQL'))('Signing in with Google on $name', (database) => {
  const platform = usePlatform(database, { google })
  const post = (body: unknown) =>
    createCaller(platform())('POST', '/superAdmin/auth/google', { body })
  const buildClaims = (nonce: string, claims: Claims = {}) => ({
    nonce,
    email: platform().operator.email,
    ...claims,
  })
  const countTokens = async () =>
    (await platform().platform.db.selectFrom('tokens').select('id').execute()).length

  test('returns token, user, and permissions under data, and the token opens a session', async () => {
    const { id, email } = platform().operator
    const nonce = createNonce()
    const { status, body } = await post({ idToken: await issuer.sign(buildClaims(nonce)), nonce })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
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
      },
    })
    const call = createCaller(platform(), body.data.token)
    expect((await call('GET', '/users/roles/details')).body.user).toMatchObject({ id })
  })

  test('ignores the case of the email address', async () => {
    const nonce = createNonce()
    const email = platform().operator.email.toUpperCase()
    const idToken = await issuer.sign(buildClaims(nonce, { email }))
    expect((await post({ idToken, nonce })).status).toBe(200)
  })

  test('accepts a token for several audiences if this client requested it', async () => {
    const nonce = createNonce()
    const claims = buildClaims(nonce, { aud: [client.id, 'another'], azp: client.id })
    expect((await post({ idToken: await issuer.sign(claims), nonce })).status).toBe(200)
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, () => Claims]>([
    ['another issuer', () => ({ iss: 'https://accounts.google.example' })],
    ['another audience', () => ({ aud: 'another-client' })],
    [
      'several audiences that another client requested',
      () => ({ aud: [client.id, 'b'], azp: 'b' }),
    ],
    ['several audiences and no requesting client', () => ({ aud: [client.id, 'b'] })],
    ['another nonce', () => ({ nonce: createNonce() })],
    ['no nonce', () => ({ nonce: undefined })],
    ['an expiration date in the past', () => ({ iat: now() - 2 * hour, exp: now() - hour })],
    ['no expiration date', () => ({ exp: undefined })],
    ['a start date in the future', () => ({ nbf: now() + hour })],
    ['an unverified email address', () => ({ email_verified: false })],
    ['a verification that is text', () => ({ email_verified: 'true' })],
    ['an email address without verification', () => ({ email_verified: undefined })],
    ['no email address', () => ({ email: undefined })],
    ['an email address with a NUL byte', () => ({ email: 'a\0@example.com' })],
    ['an email address without an account', () => ({ email: 'nobody@example.com' })],
  ])('rejects a token with %s and creates no session', async (_what, claims) => {
    const nonce = createNonce()
    const before = await countTokens()
    const answer = await post({ idToken: await issuer.sign(buildClaims(nonce, claims())), nonce })
    expect(answer).toMatchObject({ status: 401, body: { code: 'refused' } })
    expect(await countTokens()).toBe(before)
  })

  const signIn = async (claims: Claims) => {
    const nonce = createNonce()
    return post({ idToken: await issuer.sign(buildClaims(nonce, claims)), nonce })
  }

  test('matches a Google account that signed in before, whatever its email address is now', async () => {
    const { id, email } = await platform().addAccount([])
    const sub = randomUUID()
    expect((await signIn({ email, sub })).body.data.user.id).toBe(id)
    const renamed = await signIn({ email: 'new-name@example.com', sub })
    expect(renamed.body.data.user).toMatchObject({ id, email })
    const otherAccount = await platform().addAccount([])
    expect((await signIn({ email: otherAccount.email, sub })).body.data.user.id).toBe(id)
  })

  test('rejects and logs an email address that moved to another Google account', async () => {
    const { id, email } = await platform().addAccount([])
    expect((await signIn({ email, sub: 'first' })).status).toBe(200)
    const moved = await signIn({ email, sub: 'second' })
    expect(moved).toMatchObject({
      status: 401,
      body: {
        code: 'refused',
        detail: expect.stringContaining('linked to a different Google account'),
      },
    })
    const call = await openSession(platform())
    const { data } = (
      await call(
        'GET',
        `/platformLogEntries?filter[actor][eq]=${email}&filter[event][eq]=auth.refused`,
      )
    ).body
    expect(data[0].cause).toBe(moved.body.detail)
    // A link from an admin proves again that the mailbox is theirs.
    const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
    const body = { token, password: 'Quiet-harbor-4471' }
    expect((await createCaller(platform())('POST', '/invitations/accept', { body })).status).toBe(
      200,
    )
    expect((await signIn({ email, sub: 'second' })).status).toBe(200)
    expect((await signIn({ email, sub: 'first' })).status).toBe(401)
  })

  test('unlinks the Google account when the email address changes', async () => {
    const { id, email } = await platform().addAccount([])
    const sub = randomUUID()
    await signIn({ email, sub })
    const call = await openSession(platform())
    const ifMatch = (await call('GET', `/users/${id}`)).body.version
    const next = `${randomUUID()}@example.com`
    expect((await call('PATCH', `/users/${id}`, { body: { email: next }, ifMatch })).status).toBe(
      200,
    )
    expect((await signIn({ email, sub })).status).toBe(401)
    expect((await signIn({ email: next, sub: randomUUID() })).body.data.user.id).toBe(id)
  })

  test('links only one of two Google accounts that first sign in concurrently', async () => {
    const { email } = await platform().addAccount([])
    const answers = await Promise.all(
      ['a', 'b'].map((name) => signIn({ email, sub: `${name}-${email}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('rejects an account whose sIdentifier is not 1', async () => {
    const { email } = await platform().addAccount(
      Object.keys(permissions),
      [],
      storeAdminIdentifier,
    )
    const nonce = createNonce()
    const before = await countTokens()
    const idToken = await issuer.sign(buildClaims(nonce, { email }))
    expect((await post({ idToken, nonce })).status).toBe(401)
    expect(await countTokens()).toBe(before)
  })

  test("rejects signatures that aren't the issuer's", async () => {
    const nonce = createNonce()
    const claims = buildClaims(nonce)
    const genuine = await issuer.sign(claims)
    const [head = '', body = '', signature = ''] = genuine.split('.')
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const seconds = now()
    const complete = { iss: issuer.issuer, aud: client.id, exp: seconds + hour, ...claims }
    // A forged symmetric signature would use the client's secret as its key.
    const secret = (await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(client.secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )) satisfies CryptoKey
    for (const idToken of [
      await issuer.sign(claims, { key: issuer.stranger.privateKey }),
      await issuer.sign(claims, { key: issuer.stranger.privateKey, kid: 'key-2' }),
      await issuer.sign(claims, { key: secret, alg: 'HS256' }),
      new UnsecuredJWT({ ...complete, email_verified: true }).encode(),
      `${head}.${forged}.${signature}`,
      `${head}.${body}.`,
      'x.y.z',
      'none',
    ])
      expect((await post({ idToken, nonce })).status).toBe(401)
    // The rejected tokens didn't use up the nonce.
    expect((await post({ idToken: genuine, nonce })).status).toBe(200)
  })

  test('accepts a token once, even if it is sent concurrently', async () => {
    const nonce = createNonce()
    const body = { idToken: await issuer.sign(buildClaims(nonce)), nonce }
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await post(body)).status).toBe(401)
    const otherToken = await issuer.sign(buildClaims(nonce, { sub: 'subject-2' }))
    expect((await post({ idToken: otherToken, nonce })).status).toBe(401)
  })

  // PGlite runs one transaction at a time.
  test.skipIf(database.name !== 'PostgreSQL')(
    'gives no token to an account that is suspended during the sign-in',
    async () => {
      const { id, email } = await platform().addAccount([])
      const { db } = platform().platform
      const nonce = createNonce()
      const idToken = await issuer.sign(buildClaims(nonce, { email }))
      const answer = await runWhileLocked(db, {
        lock: (trx) => sql`lock table google_nonces`.execute(trx),
        start: () => post({ idToken, nonce }),
        proceed: (trx) =>
          trx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute(),
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'refused' } })
      expect(await db.selectFrom('tokens').where('userId', '=', id).execute()).toEqual([])
    },
  )

  test('gives every rejection the same response', async () => {
    const rejectSignIn = async (claims: Claims) => {
      const nonce = createNonce()
      const { status, body } = await post({
        idToken: await issuer.sign(buildClaims(nonce, claims)),
        nonce,
      })
      return { status, ...body, requestId: '' }
    }
    const unknown = await rejectSignIn({ email: 'nobody@example.com' })
    expect(await rejectSignIn({ email_verified: false })).toEqual(unknown)
    expect(await rejectSignIn({ aud: 'another' })).toEqual(unknown)
  })

  test.each([
    ['an empty body', {}],
    ['no nonce', { idToken: 'x.y.z' }],
    ['a nonce that is too short', { idToken: 'x.y.z', nonce: 'short' }],
    ['a token that is too long', { idToken: 'x'.repeat(10_000), nonce: createNonce() }],
    ['values of the wrong type', { idToken: 1, nonce: [] }],
  ])('%s is a bad request', async (_what, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  test('logs a sign-in, a rejected account, and an invalid token', async () => {
    const send = async (claims: Claims) => {
      const nonce = createNonce()
      await post({ idToken: await issuer.sign(buildClaims(nonce, claims)), nonce })
    }
    const { email } = platform().operator
    await send({})
    await send({ email: 'nobody@example.com' })
    await send({ iss: 'https://elsewhere.example' })
    const { body } = await (await openSession(platform()))('GET', '/audit?limit=4')
    type Row = { event: string; actor: string; changes: unknown }
    expect(
      body.data.slice(1).map(({ event, actor, changes }: Row) => [event, actor, changes]),
    ).toEqual([
      ['auth.refused', 'unknown', { with: { after: 'Google' } }],
      ['auth.refused', 'nobody@example.com', { with: { after: 'Google' } }],
      ['auth.signedIn', email, { with: { after: 'Google' } }],
    ])
  })

  test('stores neither tokens nor nonces in its log and tables', async () => {
    const nonce = createNonce()
    const idToken = await issuer.sign(buildClaims(nonce))
    await post({ idToken, nonce })
    const { db } = platform().platform
    const stored = JSON.stringify([
      platform().log,
      await db.selectFrom('googleNonces').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    expect(stored).not.toContain(nonce)
    expect(stored).not.toContain(idToken)
  })

  test('is described in the API documentation', async () => {
    const { body } = await createCaller(platform())('GET', '/openapi.json')
    expect(body.paths).toHaveProperty(['/superAdmin/auth/google', 'post'])
  })

  test('deletes nonces once their tokens have expired', async () => {
    const { db } = platform().platform
    const count = async () => (await db.selectFrom('googleNonces').select('hash').execute()).length
    expect(await count()).toBeGreaterThan(1)
    platform().advance(2 * hour * 1000)
    const nonce = createNonce()
    const exp = now() + 3 * hour
    expect(
      (await post({ idToken: await issuer.sign(buildClaims(nonce, { exp })), nonce })).status,
    ).toBe(200)
    expect(await count()).toBe(1)
  })
})
