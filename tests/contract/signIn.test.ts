import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { Play, RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const user = { id: 7, storeId: 3, sIdentifier: 1, name: 'Ada', email: 'ada@example.com' }
const answer = { status: 200, token: 'tok-1', user, permissions: ['Sizes'] }
const credentials = { email: 'ada@example.com', password: 'correct horse' }

let upstream: RecordingUpstream
let running: RunningConsole
let now = 0
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({
    upstream: upstream.url,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    now: () => now,
  })
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

const logIn = (body: object = credentials, address = '192.0.2.1') =>
  request(running.url).post('/api/auth/login').set('X-Forwarded-For', address).send(body)
const setPlatformAnswer = (reply: Play) => upstream.on('POST /auth/login', reply)

describe('Signing in', () => {
  test('calls the platform, sets the cookies, and returns user and permissions, but no token', async () => {
    setPlatformAnswer(play.json(200, answer))
    const response = await logIn()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ user, permissions: ['Sizes'] })
    expect(response.get('Set-Cookie')?.map((cookie) => cookie.split(';', 1)[0])).toEqual([
      'apiToken=tok-1',
      'storeId=3',
      'userId=7',
    ])
    expect(upstream.calls[0]).toMatchObject({
      url: '/auth/login',
      body: JSON.stringify(credentials),
      headers: { domain: '127.0.0.1', 'x-forwarded-for': '192.0.2.1' },
    })
    expect(upstream.calls[0]?.headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['status 201', play.json(201, answer)],
    ['status 204', ((_req, res) => res.writeHead(204).end()) satisfies Play],
    ['a redirect', play.json(302, answer, { location: '/elsewhere' })],
    ['status 401', play.json(401, answer)],
    ['status 404', play.json(404, answer)],
    ['another status in the body', play.json(200, { ...answer, status: 401 })],
    ['no token', play.json(200, { ...answer, token: undefined })],
    ['an empty token', play.json(200, { ...answer, token: '' })],
    ['a token that no header can carry', play.json(200, { ...answer, token: 'a\r\nb' })],
    ['no user', play.json(200, { ...answer, user: undefined })],
    ['sIdentifier 2', play.json(200, { ...answer, user: { ...user, sIdentifier: 2 } })],
    ['sIdentifier "1"', play.json(200, { ...answer, user: { ...user, sIdentifier: '1' } })],
    ['sIdentifier true', play.json(200, { ...answer, user: { ...user, sIdentifier: true } })],
    ['no sIdentifier', play.json(200, { ...answer, user: { id: 7, storeId: 3 } })],
    ['an id that no header can carry', play.json(200, { ...answer, user: { ...user, id: '€' } })],
    ['no JSON', play.text(200, 'text/html', '<p>Welcome</p>')],
    ['null', play.json(200, null)],
  ])('%s is a rejection, without cookies and without a reason', async (_what, reply) => {
    setPlatformAnswer(reply)
    const response = await logIn()
    expect(response.status).toBe(401)
    expect(response.body).toEqual({
      status: 401,
      code: 'refused',
      title: 'Sign-in rejected',
      detail: signInMessages.refused,
      requestId: expect.any(String),
    })
    expect(response.get('Set-Cookie')).toBeUndefined()
    expect(response.text).not.toContain('tok-1')
  })

  test.each([
    ['ends the session', play.json(204, {})],
    ['has no such call', play.text(404, 'text/html', 'Cannot POST')],
    ['fails', play.json(500, {})],
    ['hangs up', play.reset()],
  ])(
    'ends the session of a rejected account, even if the platform %s',
    async (_what, logoutReply) => {
      setPlatformAnswer(play.json(200, { ...answer, user: { ...user, sIdentifier: 2 } }))
      upstream.on('POST /auth/logout', logoutReply)
      expect((await logIn()).status).toBe(401)
      expect(upstream.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
        'POST /auth/login',
        'POST /auth/logout',
      ])
      expect(upstream.calls[1]?.headers).toMatchObject({ authorization: 'Bearer tok-1' })
    },
  )

  test('ends the session that the browser had before, whatever the platform answers to that', async () => {
    setPlatformAnswer(play.json(200, answer))
    for (const reply of [play.json(204, {}), play.reset()]) {
      upstream.calls.length = 0
      upstream.on('POST /auth/logout', reply)
      const earlier = 'apiToken=tok-0; storeId=3; userId=7'
      expect((await logIn().set('Cookie', earlier)).status).toBe(200)
      const [, signOut, ...more] = upstream.calls
      expect(signOut?.url).toBe('/auth/logout')
      expect(signOut?.headers).toMatchObject({ authorization: 'Bearer tok-0' })
      expect(more).toEqual([])
    }
  })

  test('does not sign out after a success or without a token', async () => {
    setPlatformAnswer(play.json(200, answer))
    await logIn()
    setPlatformAnswer(play.json(401, {}))
    await logIn()
    expect(upstream.calls.map(({ url }) => url)).toEqual(['/auth/login', '/auth/login'])
  })

  test('works without permissions, and accepts IDs of any type', async () => {
    setPlatformAnswer(
      play.json(200, { token: 't', user: { id: 'u-7', storeId: 's-1', sIdentifier: 1 } }),
    )
    const response = await logIn()
    expect(response.body).toMatchObject({ user: { id: 'u-7' }, permissions: [] })
  })

  test.each([
    ['is down', 502, play.reset()],
    ['fails', 502, play.text(503, 'text/html', 'no')],
    ['sends too much', 502, play.bytes({}, Buffer.alloc(10_000_001, 32))],
  ])(
    'when the platform %s, it is %i and does not count as a failure',
    async (_what, status, reply) => {
      setPlatformAnswer(reply)
      for (let index = 0; index < 6; index += 1) {
        const response = await logIn()
        expect(response.status).toBe(status)
        expect(response.get('Set-Cookie')).toBeUndefined()
      }
    },
  )

  test.each([
    ['no fields', {}],
    ['fields of the wrong type', { email: 1, password: [] }],
    ['an empty password', { ...credentials, password: '' }],
    ['no address', { ...credentials, email: 'ada' }],
    ['an overlong address', { ...credentials, email: `${'a'.repeat(250)}@example.com` }],
    ['an overlong password', { ...credentials, password: 'x'.repeat(1025) }],
  ])('with %s is 422 and names the fields', async (_what, body) => {
    const response = await logIn(body)
    expect(response.status).toBe(422)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.body).toMatchObject({ code: 'invalid', fields: expect.any(Object) })
    expect(Object.keys(response.body.fields).length).toBeGreaterThan(0)
    expect(upstream.calls).toEqual([])
  })

  test.each([
    ['malformed JSON', 400, '{"email":'],
    ['more than 1 MB', 413, JSON.stringify({ ...credentials, more: 'x'.repeat(1_000_000) })],
  ])('with %s is %i', async (_what, status, body) => {
    const response = await request(running.url)
      .post('/api/auth/login')
      .set('Content-Type', 'application/json')
      .send(body)
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject({ status, title: expect.any(String) })
    expect(response.text).not.toContain('email')
  })

  test('with a compressed body is 415', async () => {
    const response = await logIn().set('Content-Encoding', 'gzip')
    expect(response.status).toBe(415)
  })
})

describe('The sign-in throttle', () => {
  const rejectSignIns = () => setPlatformAnswer(play.json(401, {}))
  const fail = async (count: number, email = 'ada@example.com', address?: string) => {
    for (let index = 0; index < count; index += 1)
      expect((await logIn({ ...credentials, email }, address)).status).toBe(401)
  }

  test('answers 429 with Retry-After from the sixth attempt on, without calling the platform', async () => {
    rejectSignIns()
    await fail(5)
    const response = await logIn()
    expect(response.status).toBe(429)
    expect(response.get('Retry-After')).toBe('1')
    expect(response.body).toMatchObject({ code: 'throttled' })
    expect(upstream.calls).toHaveLength(5)
    now += 1000
    await fail(1)
    expect((await logIn()).get('Retry-After')).toBe('2')
  })

  test('limits an account across networks', async () => {
    rejectSignIns()
    for (let index = 1; index <= 5; index += 1)
      await fail(1, 'ada@example.com', `198.51.${index}.1`)
    expect((await logIn(credentials, '203.0.113.1')).status).toBe(429)
    expect((await logIn({ ...credentials, email: 'bob@example.com' }, '203.0.113.1')).status).toBe(
      401,
    )
  })

  test('limits a network across accounts', async () => {
    rejectSignIns()
    for (const name of 'abcde') await fail(1, `${name}@example.com`, '192.0.2.1')
    expect((await logIn({ ...credentials, email: 'f@example.com' }, '192.0.2.99')).status).toBe(429)
    expect((await logIn({ ...credentials, email: 'f@example.com' }, '192.0.9.1')).status).toBe(401)
  })

  test('limits accounts that do not exist, too', async () => {
    setPlatformAnswer(play.json(404, {}))
    await fail(5, 'nobody@example.com')
    expect((await logIn({ ...credentials, email: 'nobody@example.com' })).status).toBe(429)
  })

  test('rejects the right password while it waits, and accepts it after', async () => {
    rejectSignIns()
    await fail(5)
    setPlatformAnswer(play.json(200, answer))
    expect((await logIn()).status).toBe(429)
    now += 1000
    expect((await logIn()).status).toBe(200)
    rejectSignIns()
    await fail(4)
  })

  const acceptDevice = (device = 'dev-1') =>
    setPlatformAnswer(play.json(200, { ...answer, device }))
  const getDeviceCookie = (response: { get(name: 'Set-Cookie'): string[] | undefined }) =>
    response.get('Set-Cookie')?.find((cookie) => cookie.startsWith('device=')) ?? ''
  const failEverywhere = async (email = 'ada@example.com') => {
    rejectSignIns()
    for (let index = 1; index <= 5; index += 1) await fail(1, email, `198.51.${index}.1`)
  }

  test('does not limit a known device or network while strangers fail', async () => {
    acceptDevice()
    const first = await logIn(credentials, '192.0.2.1')
    const cookie = getDeviceCookie(first)
    expect(cookie).toMatch(
      /^device=dev-1; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(first.body).toEqual({ user, permissions: ['Sizes'] })
    await failEverywhere()
    acceptDevice()
    expect((await logIn(credentials, '203.0.113.1')).status).toBe(429)
    expect((await logIn(credentials, '192.0.2.77')).status).toBe(200)
    const onDevice = await logIn(credentials, '203.0.113.1').set('Cookie', 'device=dev-1')
    expect(onDevice.status).toBe(200)
    expect(upstream.calls.at(-1)?.body).toBe(JSON.stringify({ ...credentials, devices: ['dev-1'] }))
  })

  test('asks the platform about an unknown device, and limits strangers with a made-up one', async () => {
    await failEverywhere()
    upstream.on('POST /auth/devices/check', play.json(200, { device: 'dev-1' }))
    acceptDevice()
    expect((await logIn(credentials, '203.0.113.1').set('Cookie', 'device=dev-1')).status).toBe(200)
    await failEverywhere('bob@example.com')
    const bob = { ...credentials, email: 'bob@example.com' }
    for (const reply of [
      play.json(200, { device: null }),
      play.json(200, { device: 'another' }),
      play.json(404, {}),
      play.reset(),
    ]) {
      upstream.on('POST /auth/devices/check', reply)
      expect((await logIn(bob, '203.0.113.2').set('Cookie', 'device=made-up')).status).toBe(429)
    }
  })

  test('counts the failures of a known device separately', async () => {
    acceptDevice()
    await logIn(credentials, '192.0.2.1')
    rejectSignIns()
    for (let index = 1; index <= 5; index += 1)
      await logIn(credentials, `203.0.${index}.1`).set('Cookie', 'device=dev-1')
    const device = () => logIn(credentials, '203.0.113.1').set('Cookie', 'device=dev-1')
    expect((await device()).status).toBe(429)
    acceptDevice()
    expect((await logIn(credentials, '198.51.100.1')).status).toBe(200)
  })

  test('does not limit Google sign-ins after wrong passwords from the same network', async () => {
    rejectSignIns()
    for (const name of 'abcde') await fail(1, `${name}@example.com`, '192.0.2.1')
    upstream.on('POST /superAdmin/auth/google', play.json(200, answer))
    const response = await request(running.url)
      .post('/api/superAdmin/auth/google')
      .set('X-Forwarded-For', '192.0.2.1')
      .send({ idToken: 'x.y.z' })
    expect(response.status).toBe(200)
  })

  test("passes on the platform's own 429", async () => {
    setPlatformAnswer(play.json(429, {}, { 'retry-after': '30' }))
    const response = await logIn()
    expect([response.status, response.get('Retry-After')]).toEqual([429, '30'])
  })
})

describe('A rejected sign-in', () => {
  test('has the same status, body, and time for an unknown and a known email', async () => {
    const patient = await startConsoleServer({ upstream: upstream.url, minRejectionMs: 300 })
    const measureSignIn = async (email: string, reply: Play) => {
      setPlatformAnswer(reply)
      const startedAt = performance.now()
      const response = await request(patient.url)
        .post('/api/auth/login')
        .send({ ...credentials, email })
      const { status, body, headers } = response
      const shown = { status, body: { ...body, requestId: '' }, headers: Object.keys(headers) }
      return { shown, ms: performance.now() - startedAt }
    }
    const unknownEmail = await measureSignIn(
      'nobody@example.com',
      play.json(404, { message: 'No such user' }),
    )
    const wrongPassword = await measureSignIn('ada@example.com', (req, res) => {
      setTimeout(() => play.json(401, { message: 'Wrong password' })(req, res), 250)
    })
    await patient.stop()
    expect(unknownEmail.shown).toEqual(wrongPassword.shown)
    expect(Math.abs(unknownEmail.ms - wrongPassword.ms)).toBeLessThan(150)
  })
})

describe('Signing in with Google', () => {
  const post = (body: unknown) =>
    request(running.url)
      .post('/api/superAdmin/auth/google')
      .set('Content-Type', 'application/json')
      .send(JSON.stringify(body))

  test.each([
    ['under data', { data: { token: 'g-1', user, permissions: [] } }],
    ['at the top level', { token: 'g-1', user, permissions: [] }],
  ])('accepts an answer with its fields %s', async (_where, body) => {
    upstream.on('POST /superAdmin/auth/google', play.json(200, body))
    const response = await post({ idToken: 'x.y.z' })
    expect(response.body).toEqual({ user, permissions: [] })
    expect(response.get('Set-Cookie')?.[0]).toContain('apiToken=g-1')
    expect(response.text).not.toContain('g-1')
    expect(upstream.calls[0]?.body).toBe('{"idToken":"x.y.z"}')
  })

  test.each([
    ['sIdentifier 2', 200, { data: { token: 'g', user: { ...user, sIdentifier: 2 } } }],
    ['no token', 200, { data: { user } }],
    ['another status in the body', 200, { status: 403, data: { token: 'g', user } }],
    ['status 403', 403, { data: { token: 'g', user } }],
  ])('rejects %s without cookies', async (_what, status, body) => {
    upstream.on('POST /superAdmin/auth/google', play.json(status, body))
    const response = await post({ idToken: 'x' })
    expect(response.status).toBe(401)
    expect(response.get('Set-Cookie')).toBeUndefined()
  })

  test('accepts only an object', async () => {
    for (const body of [[], 'text', 1, null])
      expect((await post(body)).status).toBeGreaterThanOrEqual(400)
    expect(upstream.calls).toEqual([])
  })
})
