import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { providerCallbackPath } from '#shared/areas/signIn/providerPaths.ts'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'
import {
  expectRejected,
  getRefreshUrl,
  getSessionCookies,
  getSetCookies,
  user,
} from '../support/sso/oidcConsole.ts'

const browser = 'hush-value-that-proves-the-browser'
const started = { url: 'https://okta.example/authorize?state=abc&nonce=def', browser }
const startCall = 'POST /auth/providers/5/start'
const callbackCall = 'POST /auth/providers/callback'

let upstream: RecordingUpstream
let running: RunningConsole
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url, env: {} })
  upstream.on(startCall, play.json(200, started))
  upstream.on(callbackCall, play.json(200, { token: 'hush-session', user, permissions: [] }))
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

const press = (query = '', headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }) =>
  request(running.url).post(`/auth/providers/5${query}`).set(headers).type('form').send('')
const toCookie = (response: request.Response) => getSetCookies(response)[0]?.split(';', 1)[0] ?? ''
const comeBack = (cookie: string, query = 'code=hush-code&state=abc') =>
  request(running.url).get(`${providerCallbackPath}?${query}`).set({
    Cookie: cookie,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  })
const getCalls = (path: string) => upstream.calls.filter(({ url }) => url === path)

describe('The button of a sign-in provider', () => {
  test('opens the provider, and keeps what proves the browser in a cookie for the callback', async () => {
    const response = await press()
    expect([response.status, getRefreshUrl(response)]).toEqual([200, started.url])
    const [cookie = '', ...others] = getSetCookies(response)
    expect(others).toEqual([])
    expect(cookie).toMatch(/^providerFlow=/)
    const parts = cookie.split('; ').slice(1)
    expect(parts.filter((part) => !part.startsWith('Expires')).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=600',
      `Path=${providerCallbackPath}`,
      'SameSite=Lax',
      'Secure',
    ])
  })

  test('is rejected from another site', async () => {
    const response = await press('', { 'Sec-Fetch-Site': 'cross-site' })
    expect(response.status).toBe(403)
    expect(getCalls('/auth/providers/5/start')).toEqual([])
  })

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a path', '//evil.example'],
  ])('opens no URL that is %s', async (_what, url) => {
    upstream.on(startCall, play.json(200, { ...started, url }))
    const response = await press('?next=%2Fsizes')
    expect([response.status, response.get('Location')]).toEqual([
      303,
      '/?next=%2Fsizes&failure=provider-unavailable',
    ])
    expect(getSetCookies(response)).toEqual([])
  })

  test.each([
    [play.json(409, { code: 'wrong_state', reason: 'notActive' }), 'notActive'],
    [play.json(404, { code: 'not_found' }), 'notActive'],
    [play.json(429, { code: 'throttled' }), 'throttled'],
    [play.json(502, { code: 'bad_answer', reason: '<script>' }), 'unavailable'],
    [play.reset(), 'unreachable'],
  ])('says why a sign-in cannot start (%#)', async (answer, failure) => {
    upstream.on(startCall, answer)
    expect((await press()).get('Location')).toBe(`/?failure=provider-${failure}`)
  })
})

describe("The provider's answer", () => {
  test('signs in and opens the requested page, and no page of another site', async () => {
    const response = await comeBack(toCookie(await press('?next=%2Fsizes')))
    expect(getRefreshUrl(response)).toBe('/sizes')
    expect(getSessionCookies(response)).toHaveLength(3)
    const [call] = getCalls('/auth/providers/callback')
    expect(JSON.parse(String(call?.body))).toEqual({ search: '?code=hush-code&state=abc', browser })
    const other = await comeBack(toCookie(await press('?next=%2F%2Fevil.example')))
    expect(getRefreshUrl(other)).toBe('/dashboard')
  })

  test('is rejected without the cookie of this browser', async () => {
    expectRejected(await comeBack(''), '/?failure=provider-expired')
    expect(getCalls('/auth/providers/callback')).toEqual([])
  })

  test.each([
    [{ code: 'refused', reason: 'unknown' }, 'unknown'],
    [{ code: 'refused', reason: '"><script>' }, 'unavailable'],
    [{ code: 'refused' }, 'unavailable'],
  ])('a rejection says what to do (%#)', async (problem, failure) => {
    upstream.on(callbackCall, play.json(401, { status: 401, title: 'Rejected', ...problem }))
    const response = await comeBack(toCookie(await press('?next=%2Fsizes')))
    expectRejected(response, `/?next=%2Fsizes&failure=provider-${failure}`)
  })

  test('a demand for a second factor leads to the second step', async () => {
    const secondFactor = { challenge: 'hush', methods: ['totp'], enroll: false, options: null }
    const problem = { status: 401, code: 'second_factor_required', title: 'Second', secondFactor }
    upstream.on(callbackCall, play.json(401, problem))
    const response = await comeBack(toCookie(await press('?next=%2Fsizes')))
    expect(getRefreshUrl(response)).toBe('/?next=%2Fsizes')
    expect(getSessionCookies(response)).toEqual([])
    expect(getSetCookies(response).some((cookie) => cookie.startsWith('secondFactor='))).toBe(true)
  })

  test('of a test leads back to the panel and starts no session', async () => {
    upstream.on('POST /signInProviders/5/testSignIn', play.json(200, started))
    upstream.on(callbackCall, play.json(200, { tested: 5 }))
    const signedOut = await press('/test')
    expect(signedOut.get('Location')).toBe('/users?signInProviders&test=5')
    const session = 'apiToken=tok-1; storeId=3; userId=7'
    const headers = { Cookie: session, 'Sec-Fetch-Site': 'same-origin' }
    const response = await comeBack(toCookie(await press('/test', headers)))
    expect(getRefreshUrl(response)).toBe('/users?signInProviders&test=5')
    expect(getSessionCookies(response)).toEqual([])
  })
})
