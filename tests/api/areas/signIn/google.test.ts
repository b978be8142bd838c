import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions/permissions.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { createGoogleVerifier } from '#server/platform/areas/signIn/googleTokens.ts'
import { client, startOidcIssuer } from '#tests/support/sso/oidcIssuer.ts'
import type { Claims } from '#tests/support/sso/oidcIssuer.ts'
import { signedIn, visitor } from '#tests/api/support/calling.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { doWhileHeld } from '#tests/api/support/waiting.ts'

const issuer = await startOidcIssuer()
afterAll(() => issuer.stop())

const google = createGoogleVerifier({ googleClientId: client.id, googleIssuer: issuer.issuer })
const newNonce = () => randomUUID()
const hour = 60 * 60

describe.each(usually('PostgreSQL'))('signing in with Google on $name', (database) => {
  const platform = usePlatform(database, { google })
  const post = (body: unknown) => visitor(platform())('POST', '/superAdmin/auth/google', { body })
  const claimsOf = (nonce: string, claims: Claims = {}) => ({
    nonce,
    email: platform().operator.email,
    ...claims,
  })
  const tokens = async () =>
    (await platform().platform.db.selectFrom('tokens').select('id').execute()).length

  test('answers token, user and permissions under data; the token is as good as that of a password', async () => {
    const { id, email } = platform().operator
    const nonce = newNonce()
    const { status, body } = await post({ idToken: await issuer.sign(claimsOf(nonce)), nonce })
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
        permissions: everyRight,
        device: expect.any(String),
      },
    })
    const call = visitor(platform(), body.data.token)
    expect((await call('GET', '/users/roles/details')).body.user).toMatchObject({ id })
  })

  test('does not mind the case of the e-mail address', async () => {
    const nonce = newNonce()
    const email = platform().operator.email.toUpperCase()
    const idToken = await issuer.sign(claimsOf(nonce, { email }))
    expect((await post({ idToken, nonce })).status).toBe(200)
  })

  test('takes a token for several audiences that we asked for', async () => {
    const nonce = newNonce()
    const claims = claimsOf(nonce, { aud: [client.id, 'another'], azp: client.id })
    expect((await post({ idToken: await issuer.sign(claims), nonce })).status).toBe(200)
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, () => Claims]>([
    ['another issuer', () => ({ iss: 'https://accounts.google.example' })],
    ['another audience', () => ({ aud: 'another-client' })],
    ['an audience of several, asked for by another', () => ({ aud: [client.id, 'b'], azp: 'b' })],
    ['an audience of several, asked for by nobody', () => ({ aud: [client.id, 'b'] })],
    ['another nonce', () => ({ nonce: newNonce() })],
    ['no nonce', () => ({ nonce: undefined })],
    ['an end that is past', () => ({ iat: now() - 2 * hour, exp: now() - hour })],
    ['no end', () => ({ exp: undefined })],
    ['a beginning that is to come', () => ({ nbf: now() + hour })],
    ['an e-mail address that is not verified', () => ({ email_verified: false })],
    ['an address whose verification is a text', () => ({ email_verified: 'true' })],
    ['an address of which nothing is said', () => ({ email_verified: undefined })],
    ['no address', () => ({ email: undefined })],
    ['an address that cannot be kept', () => ({ email: 'a\0@example.com' })],
    ['the address of no account', () => ({ email: 'nobody@example.com' })],
  ])('refuses a token with %s, and issues nothing', async (_what, claims) => {
    const nonce = newNonce()
    const before = await tokens()
    const answer = await post({ idToken: await issuer.sign(claimsOf(nonce, claims())), nonce })
    expect(answer).toMatchObject({ status: 401, body: { code: 'refused' } })
    expect(await tokens()).toBe(before)
  })

  const signIn = async (claims: Claims) => {
    const nonce = newNonce()
    return post({ idToken: await issuer.sign(claimsOf(nonce, claims)), nonce })
  }

  test('matches a Google account that signed in before, whatever its email address is now', async () => {
    const { id, email } = await platform().addAccount([])
    const sub = randomUUID()
    expect((await signIn({ email, sub })).body.data.user.id).toBe(id)
    const renamed = await signIn({ email: 'new-name@example.com', sub })
    expect(renamed.body.data.user).toMatchObject({ id, email })
    const other = await platform().addAccount([])
    expect((await signIn({ email: other.email, sub })).body.data.user.id).toBe(id)
  })

  test('rejects an email address that moved to another Google account, which is logged', async () => {
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
    const call = await signedIn(platform())
    const { data } = (
      await call(
        'GET',
        `/platformLogEntries?filter[actor][eq]=${email}&filter[event][eq]=auth.refused`,
      )
    ).body
    expect(data[0].cause).toBe(moved.body.detail)
    // A link that an admin asks for proves the mailbox again.
    const [{ token }] = (await call('POST', `/users/${id}/link`)).body.links
    const body = { token, password: 'Quiet-harbor-4471' }
    expect((await visitor(platform())('POST', '/invitations/accept', { body })).status).toBe(200)
    expect((await signIn({ email, sub: 'second' })).status).toBe(200)
    expect((await signIn({ email, sub: 'first' })).status).toBe(401)
  })

  test('a new email address unlinks the Google account of the old one', async () => {
    const { id, email } = await platform().addAccount([])
    const sub = randomUUID()
    await signIn({ email, sub })
    const call = await signedIn(platform())
    const ifMatch = (await call('GET', `/users/${id}`)).body.version
    const next = `${randomUUID()}@example.com`
    expect((await call('PATCH', `/users/${id}`, { body: { email: next }, ifMatch })).status).toBe(
      200,
    )
    expect((await signIn({ email, sub })).status).toBe(401)
    expect((await signIn({ email: next, sub: randomUUID() })).body.data.user.id).toBe(id)
  })

  test('a first sign-in by two Google accounts at once links one', async () => {
    const { email } = await platform().addAccount([])
    const answers = await Promise.all(
      ['a', 'b'].map((name) => signIn({ email, sub: `${name}-${email}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('refuses an account whose sIdentifier is not 1', async () => {
    const { email } = await platform().addAccount(
      Object.keys(permissions),
      [],
      storeAdminIdentifier,
    )
    const nonce = newNonce()
    const before = await tokens()
    const idToken = await issuer.sign(claimsOf(nonce, { email }))
    expect((await post({ idToken, nonce })).status).toBe(401)
    expect(await tokens()).toBe(before)
  })

  test('refuses signatures that are not the issuer’s', async () => {
    const nonce = newNonce()
    const claims = claimsOf(nonce)
    const genuine = await issuer.sign(claims)
    const [head = '', body = '', signature = ''] = genuine.split('.')
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const seconds = now()
    const complete = { iss: issuer.issuer, aud: client.id, exp: seconds + hour, ...claims }
    // The client's secret, and the public key as text, are what a symmetric signature would be made with.
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
    // None of them has used the nonce up.
    expect((await post({ idToken: genuine, nonce })).status).toBe(200)
  })

  test('a token counts once, also when it is sent twice at the same time', async () => {
    const nonce = newNonce()
    const sent = { idToken: await issuer.sign(claimsOf(nonce)), nonce }
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(sent)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await post(sent)).status).toBe(401)
    const other = await issuer.sign(claimsOf(nonce, { sub: 'subject-2' }))
    expect((await post({ idToken: other, nonce })).status).toBe(401)
  })

  // PGlite takes one transaction after the other.
  test.skipIf(database.name !== 'PostgreSQL')(
    'an account that is suspended meanwhile gets no token',
    async () => {
      const { id, email } = await platform().addAccount([])
      const { db } = platform().platform
      const nonce = newNonce()
      const idToken = await issuer.sign(claimsOf(nonce, { email }))
      const answer = await doWhileHeld(db, {
        hold: (trx) => sql`lock table google_nonces`.execute(trx),
        begin: () => post({ idToken, nonce }),
        goOn: (trx) =>
          trx.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute(),
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'refused' } })
      expect(await db.selectFrom('tokens').where('userId', '=', id).execute()).toEqual([])
    },
  )

  test('every refusal is told alike', async () => {
    const told = async (claims: Claims) => {
      const nonce = newNonce()
      const { status, body } = await post({
        idToken: await issuer.sign(claimsOf(nonce, claims)),
        nonce,
      })
      return { status, ...body, requestId: '' }
    }
    const unknown = await told({ email: 'nobody@example.com' })
    expect(await told({ email_verified: false })).toEqual(unknown)
    expect(await told({ aud: 'another' })).toEqual(unknown)
  })

  test.each([
    ['nothing', {}],
    ['no nonce', { idToken: 'x.y.z' }],
    ['a nonce too short', { idToken: 'x.y.z', nonce: 'short' }],
    ['a token too long', { idToken: 'x'.repeat(10_000), nonce: newNonce() }],
    ['texts of another kind', { idToken: 1, nonce: [] }],
  ])('%s is a bad request', async (_what, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  test('leaves an audit row for a sign-in, a refused account and a token of nobody', async () => {
    const send = async (claims: Claims) => {
      const nonce = newNonce()
      await post({ idToken: await issuer.sign(claimsOf(nonce, claims)), nonce })
    }
    const { email } = platform().operator
    await send({})
    await send({ email: 'nobody@example.com' })
    await send({ iss: 'https://elsewhere.example' })
    const { body } = await (await signedIn(platform()))('GET', '/audit?limit=4')
    type Row = { event: string; actor: string; changes: unknown }
    expect(
      body.data.slice(1).map(({ event, actor, changes }: Row) => [event, actor, changes]),
    ).toEqual([
      ['auth.refused', 'unknown', { with: { after: 'Google' } }],
      ['auth.refused', 'nobody@example.com', { with: { after: 'Google' } }],
      ['auth.signedIn', email, { with: { after: 'Google' } }],
    ])
  })

  test('keeps neither tokens nor nonces in its log and tables', async () => {
    const nonce = newNonce()
    const idToken = await issuer.sign(claimsOf(nonce))
    await post({ idToken, nonce })
    const { db } = platform().platform
    const kept = JSON.stringify([
      platform().log,
      await db.selectFrom('googleNonces').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    expect(kept).not.toContain(nonce)
    expect(kept).not.toContain(idToken)
  })

  test('is described where it is offered', async () => {
    const { body } = await visitor(platform())('GET', '/openapi.json')
    expect(body.paths).toHaveProperty(['/superAdmin/auth/google', 'post'])
  })

  test('nonces are forgotten once their tokens have expired', async () => {
    const { db } = platform().platform
    const count = async () => (await db.selectFrom('googleNonces').select('hash').execute()).length
    expect(await count()).toBeGreaterThan(1)
    platform().advance(2 * hour * 1000)
    const nonce = newNonce()
    const exp = now() + 3 * hour
    expect(
      (await post({ idToken: await issuer.sign(claimsOf(nonce, { exp })), nonce })).status,
    ).toBe(200)
    expect(await count()).toBe(1)
  })
})
