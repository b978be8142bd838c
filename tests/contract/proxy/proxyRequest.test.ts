import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRaw, startConsoleServer, parseStatus } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

const session = 'apiToken=t-1; storeId=s-1; userId=u-1'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({
    upstream: `${upstream.url}/base/v2`,
    env: { PUBLIC_ORIGIN: 'https://console.example.com:8443', TRUSTED_PROXIES: '127.0.0.1' },
  })
})
beforeEach(() => void upstream.calls.splice(0))
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

const get = (target: string, more = '') =>
  sendRaw(running.port, `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n${more}\n`)

describe('The path of a proxied call', () => {
  test.each([
    '/api/../admin',
    '/api/a/../../admin',
    '/api/.',
    '/api/%2e%2e/admin',
    '/api/%252e%252e/admin',
    '/api/a%2fb',
    '/api/a%5cb',
    '/api/a%00b',
    '/api/a\\b',
    '/api//a',
    '/api/a//b',
    '//api/a',
    '/api/a;b=c',
    '/api/a#b',
    '/api/%zz',
    '/api/%',
    '/api/%ff',
    '/api/a\u0001b',
    '/api/a\u00e9',
    '/api/a?b=%zz',
    'http://evil.example/api/a',
    'http://x/api/a',
  ])('%j is rejected with 400, without a call to the platform', async (target) => {
    expect(parseStatus(await get(target))).toBe(400)
    expect(upstream.calls).toEqual([])
  })

  test('is rejected with a problem document', async () => {
    const { headers, body } = await request(running.url).get('/api/a%2fb')
    expect(headers['content-type']).toBe('application/problem+json')
    expect(body).toEqual({
      status: 400,
      code: 'bad_request',
      title: 'Request not valid',
      // The detail adds no more than the title for this error.
      detail: 'The URL of this request is malformed.',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test('is decoded, encoded again, and appended to the base URL', async () => {
    await get('/api/st%6fres/a%20b/caf%C3%A9?filter[name][contains]=a%2Fb&q="')
    await get('/api/sizes')
    await get('/api')
    expect(upstream.calls.map(({ url }) => url)).toEqual([
      '/base/v2/stores/a%20b/caf%C3%A9?filter[name][contains]=a%2Fb&q=%22',
      '/base/v2/sizes',
      '/base/v2/',
    ])
  })
})

describe('Requests that the HTTP parser accepts', () => {
  test.each([
    ['two Hosts', 'GET /api/a HTTP/1.1\nHost: x\nHost: y\n'],
    ['two identical Hosts', 'GET /api/a HTTP/1.1\nHost: x\nhost: x\n'],
    ['no Host', 'GET /api/a HTTP/1.1\n'],
    ['an empty Host', 'GET /api/a HTTP/1.1\nHost:\n'],
    ['a Host with a user', 'GET /api/a HTTP/1.1\nHost: a@b\n'],
    ['a Host with a path', 'GET /api/a HTTP/1.1\nHost: a/b\n'],
    ['a list of Hosts', 'GET /api/a HTTP/1.1\nHost: a, b\n'],
    ['a Host with a bad port', 'GET /api/a HTTP/1.1\nHost: a:b\n'],
    [
      'Transfer-Encoding on HTTP/1.0',
      'POST /api/a HTTP/1.0\nHost: x\nTransfer-Encoding: chunked\nContent-Type: application/json\n',
    ],
    [
      'an encoding other than chunked',
      'POST /api/a HTTP/1.1\nHost: x\nTransfer-Encoding: gzip, chunked\nContent-Type: application/json\n',
    ],
    [
      'a length and an encoding',
      'POST /api/a HTTP/1.1\nHost: x\nContent-Length: 2\nTransfer-Encoding: chunked\nContent-Type: application/json\n',
    ],
    [
      'two lengths',
      'POST /api/a HTTP/1.1\nHost: x\nContent-Length: 2\nContent-Length: 3\nContent-Type: application/json\n',
    ],
  ])('%s is rejected with 400', async (_what, head) => {
    const answer = await sendRaw(running.port, `${head}Connection: close\n\n0\n\n`)
    expect(parseStatus(answer)).toBe(400)
    expect(upstream.calls).toEqual([])
  })

  test.each(['TRACE', 'OPTIONS', 'PROPFIND'])('%s is rejected with 405', async (method) => {
    const answer = await sendRaw(
      running.port,
      `${method} /api/a HTTP/1.1\nHost: x\nConnection: close\n\n`,
    )
    expect(parseStatus(answer)).toBe(405)
    expect(upstream.calls).toEqual([])
  })

  test.each(['x', 'console.example.com:8443', '[::1]:3000', '10.0.0.1'])(
    'Host %s passes',
    async (host) => {
      const answer = await sendRaw(
        running.port,
        `GET /api/a HTTP/1.1\nHost: ${host}\nConnection: close\n\n`,
      )
      expect(parseStatus(answer)).toBe(200)
    },
  )
})

describe('The headers of a proxied call', () => {
  test("are only allowed ones and the console's own", async () => {
    await sendRaw(
      running.port,
      [
        'POST /api/sizes HTTP/1.1',
        'Host: evil.example',
        `Cookie: ${session}; other=1`,
        'Sec-Fetch-Site: same-origin',
        'Accept: application/json',
        'accept-LANGUAGE: de',
        'Content-Type: application/json',
        'Content-Length: 2',
        'If-Match: "3"',
        'If-None-Match: "4"',
        'IDEMPOTENCY-KEY: k',
        'Range: bytes=0-1',
        'Authorization: Bearer forged',
        'authorization: Basic forged',
        'userId: 0',
        'USERID: 1',
        'StoreId: 0',
        'Domain: evil.example',
        'X-Request-Id: forged',
        'X-Forwarded-Proto: ftp',
        'X-Forwarded-Host: evil.example',
        'X_Forwarded_For: 1.2.3.4',
        'Forwarded: for=1.2.3.4',
        'X-Real-IP: 1.2.3.4',
        'Accept-Encoding: gzip',
        `User-Agent: ${'a'.repeat(300)}`,
        'Last-Event-ID: 7',
        'Referer: http://evil.example',
        'TE: trailers',
        'Upgrade: websocket',
        'Expect: 200-maybe',
        'X-HTTP-Method-Override: DELETE',
        'X-Custom: 1',
        'Proxy-Authorization: x',
        'Connection: close, Authorization, userId, domain, If-Match, X-Custom',
        '',
        '{}',
      ].join('\n'),
    )
    const sent = upstream.calls[0]?.rawHeaders ?? []
    const { 'x-request-id': requestId, ...headers } = Object.fromEntries(sent)
    expect(sent).toHaveLength(Object.keys(headers).length + 1)
    expect(headers).toEqual({
      host: `127.0.0.1:${upstream.port}`,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-language': 'de',
      'content-type': 'application/json',
      'content-length': '2',
      'if-match': '"3"',
      'if-none-match': '"4"',
      'idempotency-key': 'k',
      range: 'bytes=0-1',
      'last-event-id': '7',
      'user-agent': 'a'.repeat(256),
      Authorization: 'Bearer t-1',
      userId: 'u-1',
      storeId: 's-1',
      domain: 'console.example.com',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'console.example.com:8443',
    })
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
  })

  test('include Authorization only with a token, and IDs only if there are any', async () => {
    await get('/api/sizes', 'Cookie: storeId=s-1; userId=u-1\nAuthorization: Bearer forged\n')
    await get('/api/sizes', 'Cookie: apiToken=t-1\n')
    const [signedOut, withoutIds] = upstream.calls
    expect(signedOut?.headers).not.toHaveProperty('authorization')
    expect(signedOut?.headers).not.toHaveProperty('userid')
    expect(withoutIds?.headers).toMatchObject({ authorization: 'Bearer t-1' })
    expect(withoutIds?.headers).not.toHaveProperty('storeid')
  })

  test('forward the client address only from a trusted proxy', async () => {
    await get('/api/a', 'X-Forwarded-For: 6.6.6.6, 203.0.113.9\n')
    const distrusting = await startConsoleServer({ upstream: upstream.url })
    await sendRaw(
      distrusting.port,
      'GET /api/a HTTP/1.1\nHost: x\nX-Forwarded-For: 203.0.113.9\nConnection: close\n\n',
    )
    await distrusting.stop()
    expect(upstream.calls.map(({ headers }) => headers['x-forwarded-for'])).toEqual([
      '203.0.113.9',
      '127.0.0.1',
    ])
  })

  test('a GET has no body', async () => {
    await get('/api/a', 'Content-Type: application/json\nContent-Length: 0\n')
    expect(upstream.calls[0]?.headers).not.toHaveProperty('content-length')
    expect(upstream.calls[0]?.headers).not.toHaveProperty('content-type')
  })
})

describe("the console's own calls", () => {
  const login = { token: 'leaked', user: { id: 1, storeId: 1, sIdentifier: 1 }, permissions: [] }

  test.each([
    '/api/auth/login',
    '/api/auth/log%69n',
    '/api/auth/login/',
    '/api/AUTH/Login',
    '/API/auth/login',
    '/api/%61uth/login?x=1',
  ])('POST %s never returns the token', async (path) => {
    upstream.onAny(play.json(200, login))
    const response = await request(running.url).post(path).send({ email: 'a@b', password: 'c' })
    upstream.onAny(play.json(200, {}))
    expect(response.text).not.toContain('leaked')
    expect(response.status).toBe(200)
    expect(response.get('Set-Cookie')).toHaveLength(3)
  })

  test.each(['/api/auth/login', '/api/superAdmin/auth/google', '/api/auth/logout'])(
    '%s accepts only POST, in every spelling, and is never passed on',
    async (path) => {
      upstream.onAny(play.json(200, login))
      const spellings = [
        path,
        `${path}/`,
        `${path}?x=1`,
        path.toUpperCase(),
        path.replace('auth', '%61uth'),
        path.replace('auth', '%2561uth'),
      ]
      for (const spelling of spellings)
        for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await sendRaw(
            running.port,
            `${method} ${spelling} HTTP/1.1\nHost: x\nCookie: ${session}\nContent-Type: application/json\nConnection: close\n\n`,
          )
          expect([method, spelling, parseStatus(answer)]).toEqual([method, spelling, 405])
          expect(answer).toMatch(/^allow: POST\r$/im)
        }
      upstream.onAny(play.json(200, {}))
      expect(upstream.calls).toEqual([])
    },
  )

  test('a doubly encoded path signs in, too', async () => {
    upstream.onAny(play.json(200, login))
    const response = await request(running.url)
      .post('/api/auth/log%2569n')
      .send({ email: 'a@b', password: 'c' })
    upstream.onAny(play.json(200, {}))
    expect(response.text).not.toContain('leaked')
    expect(response.get('Set-Cookie')).toHaveLength(3)
  })
})
