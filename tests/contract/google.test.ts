import { createHash } from 'node:crypto'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import {
  getSetCookies,
  getRefreshUrl,
  getSessionCookies,
  startOidcConsole,
} from '../support/sso/oidcConsole.ts'
import type { OidcConsole } from '../support/sso/oidcConsole.ts'
import { client } from '../support/sso/oidcIssuer.ts'
import { play } from '../support/servers/recordingUpstream.ts'

let flow: OidcConsole
beforeEach(async () => {
  flow = await startOidcConsole()
})
afterEach(() => flow.stop())

describe('The Google button', () => {
  test('opens the provider with code flow, PKCE, state, and nonce, all new each time', async () => {
    const first = await flow.startFlow()
    const second = await flow.startFlow()
    expect(first.address.origin + first.address.pathname).toBe(`${flow.issuer.issuer}/authorize`)
    expect(Object.fromEntries(first.authorizationParams)).toEqual({
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
      expect(first.authorizationParams.get(name)).not.toBe(second.authorizationParams.get(name))
  })

  test('stores the flow in a cookie that lasts ten minutes and is only for the callback', async () => {
    const [cookie = '', ...others] = getSetCookies(await flow.press())
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
  ])('rejects %s', async (_who, headers) => {
    const response = await request(flow.running.url)
      .post(googlePaths.start)
      .set(headers)
      .type('form')
      .send('')
    expect(response.status).toBe(403)
    expect(getSetCookies(response)).toEqual([])
    expect(flow.issuer.upstream.calls).toEqual([])
  })

  test('loads the metadata of the provider once', async () => {
    await flow.startFlow()
    await flow.startFlow()
    expect(flow.issuer.upstream.calls.map(({ url }) => url)).toEqual([
      '/.well-known/openid-configuration',
    ])
  })

  test.each([
    ['is down', play.reset()],
    ['fails', play.text(500, 'text/html', '<h1>hush</h1>')],
    ['names another issuer', play.json(200, { issuer: 'https://elsewhere.example' })],
  ])(
    'reports that the provider %s, and works again once the provider does',
    async (_what, answer) => {
      flow.issuer.upstream.on(flow.issuer.discovery, answer)
      const failed = await flow.press('?next=%2Fsizes')
      expect(failed.status).toBe(303)
      expect(failed.get('Location')).toBe('/?next=%2Fsizes&failure=unavailable')
      expect(getSetCookies(failed)).toEqual([])
      flow.issuer.upstream.on(flow.issuer.discovery, play.json(200, flow.issuer.metadata))
      const { cookie, authorizationParams: asked } = await flow.startFlow()
      const savedFlow = JSON.parse(decodeURIComponent(cookie.replace('googleFlow=', '')))
      expect(asked.get('state')).toBe(savedFlow.state)
      expect(savedFlow.state).toMatch(/^[\w-]{43}$/)
    },
  )

  test('logs why a provider is unreachable', async () => {
    await flow.issuer.stop()
    await flow.press()
    expect(flow.running.lines).toContainEqual(
      expect.objectContaining({ level: 40, reason: 'ECONNREFUSED' }),
    )
  })

  test("doesn't open an origin that the policy of the page would block", async () => {
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

  test('is missing from a console without a client ID', async () => {
    const plain = await startConsoleServer({ upstream: flow.platform.url })
    const response = await request(plain.url)
      .post(googlePaths.start)
      .type('form')
      .set('Origin', plain.url)
    const back = await request(plain.url).get(googlePaths.callback)
    await plain.stop()
    for (const { text } of [response, back]) expect(text).toMatch(/^<p>/)
  })

  test('adds the configured issuer to the policy of the sign-in page', async () => {
    const response = await request(flow.running.url).get('/')
    expect(response.get('Content-Security-Policy')).toContain(
      `form-action 'self' ${flow.issuer.issuer};`,
    )
  })
})

describe('The Google callback', () => {
  test('exchanges the code, signs in at the platform, and opens the dashboard', async () => {
    const started = await flow.startFlow()
    const { idToken, nonce } = await flow.issueToken(started)
    const response = await flow.comeBack(started)
    expect([response.status, getRefreshUrl(response)]).toEqual([200, '/dashboard'])
    expect(getSessionCookies(response)).toEqual([
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
      started.authorizationParams.get('code_challenge'),
    )
  })

  test.each([
    ['/sizes?search=large&sort=-name', '/sizes?search=large&sort=-name'],
    ['//evil.example', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    [`/sizes?search=${'x'.repeat(5000)}`, '/dashboard'],
  ])('with ?next=%.40s opens %s', async (next, landing) => {
    const started = await flow.startFlow(`?next=${encodeURIComponent(next)}`)
    await flow.issueToken(started)
    expect(getRefreshUrl(await flow.comeBack(started))).toBe(landing)
  })

  test('clears the flow cookie after success and failure', async () => {
    const started = await flow.startFlow()
    await flow.issueToken(started)
    for (const response of [
      await flow.comeBack(started),
      await flow.comeBack(started, { state: 'x' }),
    ])
      expect(getSetCookies(response)[0]).toMatch(
        /^googleFlow=; Path=\/auth\/google\/callback; Expires=Thu, 01 Jan 1970/,
      )
  })
})
