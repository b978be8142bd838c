import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import {
  expectRejected,
  googleCall,
  getRefreshUrl,
  startOidcConsole,
  user,
} from '../support/sso/oidcConsole.ts'
import type { OidcConsole } from '../support/sso/oidcConsole.ts'
import type { Claims } from '../support/sso/oidcIssuer.ts'
import { play } from '../support/servers/recordingUpstream.ts'

let flow: OidcConsole
beforeEach(async () => {
  flow = await startOidcConsole()
})
afterEach(() => flow.stop())

type BuildQuery = (query: { code: string; state: string }) => Record<string, string | string[]>
describe('A Google callback', () => {
  test.each<[string, string, BuildQuery]>([
    ['another state', 'expired', ({ code }) => ({ code, state: 'x'.repeat(43) })],
    ['no state', 'expired', ({ code }) => ({ code })],
    ['two states', 'expired', ({ code, state }) => ({ code, state: ['x', state] })],
    ['two codes', 'unavailable', ({ code, state }) => ({ code: [code, 'x'], state })],
    [
      'a cancellation',
      'cancelled',
      ({ state }) => ({
        error: 'access_denied',
        error_description: 'hush',
        state,
      }),
    ],
    [
      'a cancellation with another state',
      'expired',
      () => ({
        error: 'access_denied',
        state: 'x',
      }),
    ],
    ['an error of the provider', 'unavailable', ({ state }) => ({ error: 'server_error', state })],
    ['neither code nor error', 'unavailable', ({ state }) => ({ state })],
  ])('with %s opens the sign-in page: %s', async (_what, code, buildQuery) => {
    const started = await flow.startFlow('?next=%2Fsizes')
    await flow.issueToken(started)
    const query = buildQuery({
      code: 'hush-code',
      state: started.authorizationParams.get('state') ?? '',
    })
    expectRejected(
      await flow.comeBackWith(started.cookie, query),
      `/?next=%2Fsizes&failure=${code}`,
    )
    expect(flow.platform.calls).toEqual([])
    expect(flow.issuer.upstream.calls.filter(({ url }) => url === '/token')).toEqual([])
  })

  test.each([
    ['no cookie', 'a=b'],
    ['a cookie without a flow', 'googleFlow=%7B%22state%22%3A1%7D'],
    ['a cookie without JSON', 'googleFlow=x'],
  ])('with %s opens the sign-in page', async (_what, cookie) => {
    const started = await flow.startFlow()
    await flow.issueToken(started)
    expectRejected(await flow.comeBack({ ...started, cookie }), '/?failure=expired')
    expect(flow.platform.calls).toEqual([])
  })

  test.each([
    ['is down', 'unavailable', play.reset()],
    ['fails', 'unavailable', play.text(500, 'text/html', 'hush')],
    ["doesn't know the code", 'expired', play.json(400, { error: 'invalid_grant' })],
    [
      "doesn't know our client",
      'unavailable',
      play.json(401, { error: 'invalid_client', hush: 'hush' }),
    ],
    [
      'returns no ID token',
      'unavailable',
      play.json(200, { access_token: 'x', token_type: 'Bearer' }),
    ],
  ])('opens the sign-in page when the provider %s: %s', async (_what, code, answer) => {
    const started = await flow.startFlow()
    flow.issuer.upstream.on('POST /token', answer)
    expectRejected(await flow.comeBack(started), `/?failure=${code}`)
    expect(flow.platform.calls).toEqual([])
  })

  test.each<[string, Claims]>([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'another' }],
    ['an expiry in the past', { exp: 1 }],
  ])('never sends the platform a token with %s', async (_what, claims) => {
    const started = await flow.startFlow()
    await flow.issueToken(started, claims)
    expectRejected(await flow.comeBack(started), '/?failure=unavailable')
    expect(flow.platform.calls).toEqual([])
  })

  const answer = { token: 'hush', user }
  test.each([
    ['rejects the user', 'refused', play.json(401, { data: answer })],
    [
      'returns sIdentifier 2',
      'refused',
      play.json(200, { data: { ...answer, user: { ...user, sIdentifier: 2 } } }),
    ],
    ["doesn't support Google", 'refused', play.json(404, {})],
    ['throttles sign-ins', 'throttled', play.json(429, {}, { 'retry-after': '9' })],
    ['is down', 'unreachable', play.reset()],
    ["can't reach the provider", 'unreachable', play.json(502, {})],
  ])('opens the sign-in page when the platform %s: %s', async (_what, code, reply) => {
    const started = await flow.startFlow()
    await flow.issueToken(started)
    flow.platform.on(googleCall, reply)
    expectRejected(await flow.comeBack(started), `/?failure=${code}`)
  })

  test("is throttled like any sign-in: after five rejections, a network's next one stops here", async () => {
    flow.platform.on(googleCall, play.json(401, {}))
    const landings: (string | undefined)[] = []
    for (let index = 0; index < 6; index += 1) {
      const started = await flow.startFlow()
      await flow.issueToken(started)
      landings.push(getRefreshUrl(await flow.comeBack(started)))
    }
    expect(landings.slice(0, 5)).toEqual(Array(5).fill('/?failure=refused'))
    expect(landings[5]).toBe('/?failure=throttled')
    expect(flow.platform.calls).toHaveLength(5)
  })

  test('logs no code, token, secret, state, or nonce', async () => {
    const started = await flow.startFlow()
    const { idToken, nonce } = await flow.issueToken(started)
    await flow.comeBack(started)
    flow.issuer.upstream.on(
      'POST /token',
      play.json(400, { error: 'hush hush', error_description: 'hush' }),
    )
    await flow.comeBack(await flow.startFlow())
    flow.issuer.upstream.on('POST /token', play.text(500, 'text/html', 'hush'))
    await flow.comeBack(await flow.startFlow())
    await expect
      .poll(() => flow.running.lines.filter(({ route }) => route === googlePaths.callback))
      .toHaveLength(3)
    const text = JSON.stringify(flow.running.lines)
    for (const secret of [
      'hush',
      idToken,
      nonce,
      started.authorizationParams.get('state') ?? 'no state',
    ])
      expect(text).not.toContain(secret)
    expect(text).toContain('the sign-in with Google failed')
  })
})
