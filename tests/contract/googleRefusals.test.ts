import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import {
  expectRefused,
  googleCall,
  landsAt,
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

type Back = (query: { code: string; state: string }) => Record<string, string | string[]>
describe('a way back', () => {
  test.each<[string, string, Back]>([
    ['another state', 'expired', ({ code }) => ({ code, state: 'x'.repeat(43) })],
    ['no state', 'expired', ({ code }) => ({ code })],
    ['two states', 'expired', ({ code, state }) => ({ code, state: ['x', state] })],
    ['two codes', 'unavailable', ({ code, state }) => ({ code: [code, 'x'], state })],
    [
      'a visitor who cancelled',
      'cancelled',
      ({ state }) => ({
        error: 'access_denied',
        error_description: 'hush',
        state,
      }),
    ],
    [
      'a cancelling that is not the visitor’s',
      'expired',
      () => ({
        error: 'access_denied',
        state: 'x',
      }),
    ],
    ['a fault of the provider', 'unavailable', ({ state }) => ({ error: 'server_error', state })],
    ['neither code nor error', 'unavailable', ({ state }) => ({ state })],
  ])('with %s ends at the sign-in page: %s', async (_what, code, back) => {
    const begun = await flow.begin('?next=%2Fsizes')
    await flow.providerGives(begun)
    const query = back({ code: 'hush-code', state: begun.asked.get('state') ?? '' })
    expectRefused(await flow.comeBackWith(begun.cookie, query), `/?next=%2Fsizes&failure=${code}`)
    expect(flow.platform.calls).toEqual([])
    expect(flow.issuer.upstream.calls.filter(({ url }) => url === '/token')).toEqual([])
  })

  test.each([
    ['no cookie', 'a=b'],
    ['a cookie that is no flow', 'googleFlow=%7B%22state%22%3A1%7D'],
    ['a cookie that is no JSON', 'googleFlow=x'],
  ])('with %s ends at the sign-in page', async (_what, cookie) => {
    const begun = await flow.begin()
    await flow.providerGives(begun)
    expectRefused(await flow.comeBack({ ...begun, cookie }), '/?failure=expired')
    expect(flow.platform.calls).toEqual([])
  })

  test.each([
    ['is down', 'unavailable', play.reset()],
    ['fails', 'unavailable', play.text(500, 'text/html', 'hush')],
    ['does not know the code', 'expired', play.json(400, { error: 'invalid_grant' })],
    ['does not know us', 'unavailable', play.json(401, { error: 'invalid_client', hush: 'hush' })],
    [
      'gives no ID token',
      'unavailable',
      play.json(200, { access_token: 'x', token_type: 'Bearer' }),
    ],
  ])('where the provider %s ends at the sign-in page: %s', async (_what, code, answer) => {
    const begun = await flow.begin()
    flow.issuer.upstream.on('POST /token', answer)
    expectRefused(await flow.comeBack(begun), `/?failure=${code}`)
    expect(flow.platform.calls).toEqual([])
  })

  test.each<[string, Claims]>([
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['another issuer', { iss: 'https://elsewhere.example' }],
    ['another audience', { aud: 'another' }],
    ['an end that is past', { exp: 1 }],
  ])('does not even ask the platform about a token with %s', async (_what, claims) => {
    const begun = await flow.begin()
    await flow.providerGives(begun, claims)
    expectRefused(await flow.comeBack(begun), '/?failure=unavailable')
    expect(flow.platform.calls).toEqual([])
  })

  const answer = { token: 'hush', user }
  test.each([
    ['refuses', 'refused', play.json(401, { data: answer })],
    [
      'names sIdentifier 2',
      'refused',
      play.json(200, { data: { ...answer, user: { ...user, sIdentifier: 2 } } }),
    ],
    ['does not offer it', 'refused', play.json(404, {})],
    ['has enough', 'throttled', play.json(429, {}, { 'retry-after': '9' })],
    ['is down', 'unreachable', play.reset()],
    ['cannot ask the provider', 'unreachable', play.json(502, {})],
  ])('where the platform %s ends at the sign-in page: %s', async (_what, code, given) => {
    const begun = await flow.begin()
    await flow.providerGives(begun)
    flow.platform.on(googleCall, given)
    expectRefused(await flow.comeBack(begun), `/?failure=${code}`)
  })

  test('is throttled like any sign-in: the sixth refusal of a network does not reach the platform', async () => {
    flow.platform.on(googleCall, play.json(401, {}))
    const landings: (string | undefined)[] = []
    for (let index = 0; index < 6; index += 1) {
      const begun = await flow.begin()
      await flow.providerGives(begun)
      landings.push(landsAt(await flow.comeBack(begun)))
    }
    expect(landings.slice(0, 5)).toEqual(Array(5).fill('/?failure=refused'))
    expect(landings[5]).toBe('/?failure=throttled')
    expect(flow.platform.calls).toHaveLength(5)
  })

  test('leaves no code, token, secret, state or nonce in the log', async () => {
    const begun = await flow.begin()
    const { idToken, nonce } = await flow.providerGives(begun)
    await flow.comeBack(begun)
    flow.issuer.upstream.on(
      'POST /token',
      play.json(400, { error: 'hush hush', error_description: 'hush' }),
    )
    await flow.comeBack(await flow.begin())
    flow.issuer.upstream.on('POST /token', play.text(500, 'text/html', 'hush'))
    await flow.comeBack(await flow.begin())
    await expect
      .poll(() => flow.running.lines.filter(({ route }) => route === googlePaths.callback))
      .toHaveLength(3)
    const text = JSON.stringify(flow.running.lines)
    for (const secret of ['hush', idToken, nonce, begun.asked.get('state') ?? 'no state'])
      expect(text).not.toContain(secret)
    expect(text).toContain('the sign-in with Google failed')
  })
})
