import { createHash } from 'node:crypto'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import { cookiesOf, landsAt, sessionCookies, startOidcConsole } from '../support/sso/oidcConsole.ts'
import type { OidcConsole } from '../support/sso/oidcConsole.ts'
import { client } from '../support/sso/oidcIssuer.ts'
import { play } from '../support/servers/recordingUpstream.ts'

let flow: OidcConsole
beforeEach(async () => {
  flow = await startOidcConsole()
})
afterEach(() => flow.stop())

describe('the button', () => {
  test('leads to the provider with code flow, PKCE, state and nonce, all new each time', async () => {
    const first = await flow.begin()
    const second = await flow.begin()
    expect(first.address.origin + first.address.pathname).toBe(`${flow.issuer.issuer}/authorize`)
    expect(Object.fromEntries(first.asked)).toEqual({
      client_id: client.id,
      redirect_uri: `${flow.running.url}/auth/google/callback`,
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(first.asked.get(name)).not.toBe(second.asked.get(name))
  })

  test('keeps the flow in a cookie of ten minutes for the way back alone', async () => {
    const [cookie = '', ...others] = cookiesOf(await flow.press())
    expect(others).toEqual([])
    expect(cookie).toMatch(/^googleFlow=/)
    expect(
      cookie
        .split('; ')
        .slice(1)
        .filter((part) => !part.startsWith('Expires'))
        .sort(),
    ).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/auth/google/callback', 'SameSite=Lax', 'Secure'])
  })

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin of this site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a foreign origin', { Origin: 'https://evil.example' }],
  ])('does nothing for %s', async (_who, headers) => {
    const response = await request(flow.running.url)
      .post(googlePaths.start)
      .set(headers)
      .type('form')
      .send('')
    expect(response.status).toBe(403)
    expect(cookiesOf(response)).toEqual([])
    expect(flow.issuer.upstream.calls).toEqual([])
  })

  test('asks what the provider says of itself once', async () => {
    await flow.begin()
    await flow.begin()
    expect(flow.issuer.upstream.calls.map(({ url }) => url)).toEqual([
      '/.well-known/openid-configuration',
    ])
  })

  test.each([
    ['is down', play.reset()],
    ['fails', play.text(500, 'text/html', '<h1>hush</h1>')],
    ['is another one', play.json(200, { issuer: 'https://elsewhere.example' })],
  ])('says so where the provider %s, and works once it does again', async (_what, answer) => {
    flow.issuer.upstream.on(flow.issuer.discovery, answer)
    const refused = await flow.press('?next=%2Fsizes')
    expect(refused.status).toBe(303)
    expect(refused.get('Location')).toBe('/?next=%2Fsizes&failure=unavailable')
    expect(cookiesOf(refused)).toEqual([])
    flow.issuer.upstream.on(flow.issuer.discovery, play.json(200, flow.issuer.metadata))
    const { cookie, asked } = await flow.begin()
    const kept = JSON.parse(decodeURIComponent(cookie.replace('googleFlow=', '')))
    expect(asked.get('state')).toBe(kept.state)
    expect(kept.state).toMatch(/^[\w-]{43}$/)
  })

  test('tells the log why a provider cannot be reached', async () => {
    await flow.issuer.stop()
    await flow.press()
    expect(flow.running.lines).toContainEqual(
      expect.objectContaining({ level: 40, reason: 'ECONNREFUSED' }),
    )
  })

  test('does not lead to an origin that the policy of the page would block', async () => {
    const elsewhere = {
      ...flow.issuer.metadata,
      authorization_endpoint: 'https://elsewhere.example/a',
    }
    flow.issuer.upstream.on(flow.issuer.discovery, play.json(200, elsewhere))
    expect((await flow.press()).get('Location')).toBe('/?failure=unavailable')
    expect(flow.running.lines).toContainEqual(
      expect.objectContaining({ level: 40, reason: 'authorization_endpoint' }),
    )
  })

  test('is no part of a console without a client id', async () => {
    const plain = await startConsoleServer({ upstream: flow.platform.url })
    const response = await request(plain.url)
      .post(googlePaths.start)
      .type('form')
      .set('Origin', plain.url)
    const back = await request(plain.url).get(googlePaths.callback)
    await plain.stop()
    for (const { text } of [response, back]) expect(text).toMatch(/^<p>/)
  })

  test('sends the policy of the sign-in page to the issuer that is set', async () => {
    const response = await request(flow.running.url).get('/')
    expect(response.get('Content-Security-Policy')).toContain(
      `form-action 'self' ${flow.issuer.issuer};`,
    )
  })
})

describe('the way back', () => {
  test('trades the code, tells the platform, and lands signed in', async () => {
    const begun = await flow.begin()
    const { idToken, nonce } = await flow.providerGives(begun)
    const response = await flow.comeBack(begun)
    expect([response.status, landsAt(response)]).toEqual([200, '/dashboard'])
    expect(sessionCookies(response)).toEqual([
      'apiToken=hush-session; Path=/; HttpOnly; Secure; SameSite=Strict',
      'storeId=3; Path=/; HttpOnly; Secure; SameSite=Strict',
      'userId=7; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
    expect(flow.platform.calls).toHaveLength(1)
    expect(JSON.parse(flow.platform.calls[0]?.body ?? '')).toEqual({ idToken, nonce })

    const trade = new URLSearchParams(flow.issuer.upstream.calls.at(-1)?.body)
    const { code_verifier: verifier = '', ...rest } = Object.fromEntries(trade)
    expect(rest).toEqual({
      grant_type: 'authorization_code',
      code: 'hush-code',
      redirect_uri: `${flow.running.url}/auth/google/callback`,
      client_id: client.id,
      client_secret: client.secret,
    })
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      begun.asked.get('code_challenge'),
    )
  })

  test.each([
    ['/sizes?search=large&sort=-name', '/sizes?search=large&sort=-name'],
    ['//evil.example', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    [`/sizes?search=${'x'.repeat(5000)}`, '/dashboard'],
  ])('with ?next=%.40s lands at %s', async (next, landing) => {
    const begun = await flow.begin(`?next=${encodeURIComponent(next)}`)
    await flow.providerGives(begun)
    expect(landsAt(await flow.comeBack(begun))).toBe(landing)
  })

  test('forgets the flow, whatever comes of it', async () => {
    const begun = await flow.begin()
    await flow.providerGives(begun)
    for (const response of [await flow.comeBack(begun), await flow.comeBack(begun, { state: 'x' })])
      expect(cookiesOf(response)[0]).toMatch(
        /^googleFlow=; Path=\/auth\/google\/callback; Expires=Thu, 01 Jan 1970/,
      )
  })
})
