import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
})
beforeEach(() => {
  upstream.calls.splice(0)
  upstream.on('POST /auth/view', play.json(201, { token: 'view-token', until: '' }))
  upstream.on('POST /auth/logout', play.json(200, {}))
  upstream.on('GET /sizes', play.json(200, { data: [] }))
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

const own = 'apiToken=own-token; storeId=1; userId=2'
const viewing = `${own}; viewToken=view-token`
const post = (path: string, cookie: string, body = '') =>
  request(running.url)
    .post(path)
    .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
    .set('Content-Type', 'application/x-www-form-urlencoded')
    .send(body)
const getCookieNames = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split('=')[0])
const getTokens = () => upstream.calls.map(({ headers }) => headers.authorization)

describe('A view of another account', () => {
  test('starts with a form, whose token goes into a cookie over the session', async () => {
    const { status, headers } = await post('/view-as', own, 'userId=5')
    expect([status, headers['location']]).toEqual([303, '/dashboard'])
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^viewToken=view-token; .*HttpOnly.*SameSite=Strict/),
    ])
    expect(upstream.calls).toMatchObject([{ url: '/auth/view', body: '{"userId":5}' }])
  })

  test.each([
    [403, '/users?viewAs=5&failed=refused'],
    [500, '/users?viewAs=5&failed=unavailable'],
  ])('that the platform rejects with %i leads back to its panel', async (status, location) => {
    upstream.on('POST /auth/view', play.json(status, { status, code: 'forbidden', title: 'No' }))
    const { headers } = await post('/view-as', own, 'userId=5')
    expect([headers['location'], getCookieNames(headers)]).toEqual([location, []])
  })

  test('calls the platform with its own token', async () => {
    await request(running.url).get('/api/sizes').set('Cookie', viewing)
    expect(getTokens()).toEqual(['Bearer view-token'])
  })

  test('stops, and leaves the session', async () => {
    const { headers } = await post('/view-as/stop', viewing)
    expect(headers['location']).toBe('/dashboard?notice=view-ended')
    expect(getCookieNames(headers)).toEqual(['viewToken'])
    expect(getTokens()).toEqual(['Bearer view-token'])
  })

  test("stops in the browser even if the platform doesn't respond", async () => {
    upstream.on('POST /auth/logout', play.reset())
    expect(getCookieNames((await post('/view-as/stop', viewing)).headers)).toEqual(['viewToken'])
  })

  test('that has ended removes only its own cookie', async () => {
    upstream.on('GET /sizes', play.json(401, { status: 401, code: 'signed_out', title: 'No' }))
    const { status, headers } = await request(running.url).get('/api/sizes').set('Cookie', viewing)
    expect(status).toBe(401)
    expect(getCookieNames(headers)).toEqual(['viewToken'])
  })

  test('ends with the session when the operator signs out', async () => {
    const { headers } = await post('/logout', viewing)
    expect(getCookieNames(headers).toSorted()).toEqual(
      ['apiToken', 'storeId', 'userId', 'viewToken'].toSorted(),
    )
    expect(getTokens()).toEqual(['Bearer own-token'])
  })

  test('counts only over a session', async () => {
    await request(running.url).get('/api/sizes').set('Cookie', 'viewToken=view-token')
    expect(getTokens()).toEqual([undefined])
  })

  test("can't be started by a script, which would see the token", async () => {
    for (const method of ['post', 'get'] as const)
      for (const path of ['/api/auth/view', '/api/AUTH/View/', '/api/auth/%76iew']) {
        const send = request(running.url)
        const { status, text } = await send[method](path).set({
          Cookie: own,
          'Sec-Fetch-Site': 'same-origin',
        })
        expect([404, 405]).toContain(status)
        expect(text).not.toContain('view-token')
      }
    expect(upstream.calls).toEqual([])
  })
})
