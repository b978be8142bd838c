import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { Play, RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
  upstream.on(
    'POST /auth/login',
    play.json(200, { token: 'new', user: { id: 1, storeId: 1, sIdentifier: 1 }, permissions: [] }),
  )
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

const old = 'apiToken=old; storeId=1; userId=1'
const cleared = ['apiToken=;', 'storeId=;', 'userId=;'].map((start) =>
  expect.stringContaining(start),
)

const get = (path: string, cookie: string) =>
  request(running.url)
    .get(`/api${path}`)
    .set('Cookie', cookie)
    .then((response) => response)
const post = (path: string, cookie: string) =>
  request(running.url)
    .post(`/api${path}`)
    .set('Cookie', cookie)
    .set('Sec-Fetch-Site', 'same-origin')

/** Delays a call's 401 until the test sends it. */
function delayRejection(path: string) {
  let refuse: () => void = () => undefined
  const answer: Play = (req, res) => {
    refuse = () => play.json(401, { message: 'who?' })(req, res)
  }
  upstream.on(`GET ${path}`, answer)
  return {
    arrived: () => upstream.until(() => upstream.calls.some(({ url }) => url === path)),
    refuse: () => refuse(),
  }
}

describe('A 401 from the platform', () => {
  test('is passed on and expires the three cookies', async () => {
    upstream.on('GET /sizes', play.json(401, { message: 'who?' }))
    const response = await get('/sizes', old)
    expect([response.status, response.body]).toEqual([401, { message: 'who?' }])
    expect(response.get('Set-Cookie')).toEqual(cleared)
  })

  test('expires the cookies with a body of any type, too', async () => {
    upstream.on('GET /sizes', play.text(401, 'text/plain', 'Unauthorized'))
    const response = await get('/sizes', old)
    expect(response.status).toBe(401)
    expect(response.body).toMatchObject({ status: 401, code: 'signed_out' })
    expect(response.get('Set-Cookie')).toEqual(cleared)
  })

  test('without a token changes no cookies', async () => {
    upstream.on('GET /sizes', play.json(401, {}))
    expect((await get('/sizes', '')).get('Set-Cookie')).toBeUndefined()
  })

  test('changes nothing if a newer sign-in followed the call', async () => {
    const slow = delayRejection('/slow')
    const answer = get('/slow', old)
    await slow.arrived()
    const signedIn = await post('/auth/login', old).send({ email: 'a@b', password: 'c' })
    expect(signedIn.get('Set-Cookie')?.[0]).toContain('apiToken=new')
    slow.refuse()
    expect((await answer).status).toBe(401)
    expect((await answer).get('Set-Cookie')).toBeUndefined()
  })

  test('changes nothing if a sign-out followed the call, because a new sign-in may follow, too', async () => {
    const slow = delayRejection('/slow')
    const answer = get('/slow', old)
    await slow.arrived()
    await post('/auth/logout', old)
    slow.refuse()
    expect((await answer).get('Set-Cookie')).toBeUndefined()
  })

  test('changes nothing if another 401 has already expired the cookies', async () => {
    const slow = delayRejection('/slow')
    const answer = get('/slow', old)
    await slow.arrived()
    upstream.on('GET /sizes', play.json(401, {}))
    expect((await get('/sizes', old)).get('Set-Cookie')).toEqual(cleared)
    slow.refuse()
    expect((await answer).get('Set-Cookie')).toBeUndefined()
  })

  test('expires the cookies again if the browser still sends the old token', async () => {
    upstream.on('GET /sizes', play.json(401, {}))
    await get('/sizes', old)
    expect((await get('/sizes', old)).get('Set-Cookie')).toEqual(cleared)
  })

  test('of one visitor does not affect another', async () => {
    const slow = delayRejection('/slow')
    const answer = get('/slow', 'apiToken=other')
    await slow.arrived()
    await post('/auth/logout', old)
    slow.refuse()
    expect((await answer).get('Set-Cookie')).toEqual(cleared)
  })

  test('of a sign-in does not change the cookies', async () => {
    upstream.on('POST /auth/login', play.json(401, {}))
    const response = await post('/auth/login', old).send({ email: 'a@b', password: 'c' })
    expect(response.status).toBe(401)
    expect(response.get('Set-Cookie')).toBeUndefined()
  })
})

describe('Signing out', () => {
  test('clears the cookies and signs out at the platform', async () => {
    const response = await post('/auth/logout', old)
    expect(response.status).toBe(204)
    expect(response.get('Set-Cookie')).toEqual(cleared)
    expect(upstream.calls[0]).toMatchObject({
      method: 'POST',
      url: '/auth/logout',
      headers: { authorization: 'Bearer old' },
    })
  })

  test.each([
    ['fails', play.json(500, {})],
    ["doesn't know the call", play.text(404, 'text/html', 'Cannot POST')],
    ['hangs up', play.reset()],
    ["doesn't answer", play.never()],
  ])('clears the cookies even if the platform %s', async (_what, answer) => {
    upstream.on('POST /auth/logout', answer)
    const startedAt = performance.now()
    const response = await post('/auth/logout', old)
    expect(response.status).toBe(204)
    expect(response.get('Set-Cookie')).toEqual(cleared)
    expect(performance.now() - startedAt).toBeLessThan(8000)
  })

  test('clears the cookies even if the platform is down', async () => {
    await upstream.stop()
    expect((await post('/auth/logout', old)).get('Set-Cookie')).toEqual(cleared)
    upstream = await startRecordingUpstream()
  })

  test('works as a form without JavaScript', async () => {
    const response = await request(running.url)
      .post('/logout')
      .set({ Cookie: old, Origin: running.settings.publicOrigin })
      .type('form')
      .send('')
    expect(response.status).toBe(303)
    expect(response.get('Location')).toBe('/?notice=signed-out')
    expect(response.get('Set-Cookie')).toEqual(cleared)
  })

  test('rejects another site', async () => {
    const response = await request(running.url)
      .post('/logout')
      .set({ Cookie: old, Origin: 'https://evil.example' })
      .type('form')
      .send('')
    expect(response.status).toBe(403)
    expect(response.get('Set-Cookie')).toBeUndefined()
  })
})
