import { gzipSync } from 'node:zlib'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw, startConsoleServer, parseStatus } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { Play, RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

/** Makes the platform give this answer at a new path, and fetches it. */
async function fetchAnswer(answer: Play, path = `/answer${Math.random()}`) {
  upstream.on(`GET ${path}`, answer)
  return request(running.url).get(`/api${path}`)
}

const badAnswer = { status: 502, code: 'bad_answer' }

describe('The answer to a proxied call', () => {
  test('keeps the allowed headers and loses all others', async () => {
    const response = await fetchAnswer(
      play.json(
        201,
        { a: 1 },
        {
          'content-disposition': 'attachment; filename="a.json"',
          etag: '"7"',
          'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
          'retry-after': '3',
          'set-cookie': ['apiToken=evil', 'b=c'],
          location: 'http://evil.example',
          'content-security-policy': "default-src *; script-src 'unsafe-inline'",
          'access-control-allow-origin': '*',
          'cache-control': 'public, max-age=99',
          server: 'platform',
          'x-powered-by': 'platform',
          'x-anything': '1',
          'referrer-policy': 'unsafe-url',
          link: '</evil.css>; rel=preload',
          refresh: '0;url=http://evil.example',
          'clear-site-data': '"*"',
        },
      ),
    )
    expect(response.status).toBe(201)
    expect(response.body).toEqual({ a: 1 })
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="a.json"',
      etag: 'W/"7"', // The client accepts gzip.
      'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT',
      'retry-after': '3',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    for (const name of [
      'set-cookie',
      'location',
      'access-control-allow-origin',
      'server',
      'x-powered-by',
      'x-anything',
      'link',
      'refresh',
      'clear-site-data',
    ])
      expect(response.headers).not.toHaveProperty(name)
  })

  test('keeps length and encoding, byte for byte', async () => {
    const body = gzipSync('{"zipped":true}')
    const response = await fetchAnswer(
      play.bytes({ 'content-encoding': 'gzip', 'content-length': String(body.length) }, body),
    )
    expect(response.body).toEqual({ zipped: true })
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(body.length),
    })
  })

  test.each([
    ['in one chunk', 3000],
    ['in many chunks', 300_000],
  ])('keeps every byte of an answer %s', async (_what, size) => {
    const body = Buffer.from(Array.from({ length: size }, (_, index) => index % 256))
    const path = `/bytes${size}`
    upstream.on(`GET ${path}`, play.bytes({ 'content-length': String(size) }, body))
    const headers = { 'accept-encoding': 'identity' }
    const answer = await fetch(`${running.url}/api${path}`, { headers })
    expect(answer.headers.get('content-length')).toBe(String(size))
    expect(body.equals(await answer.bytes())).toBe(true)
  })

  test.each([200, 202, 400, 403, 404, 409, 422, 429, 500, 599])('passes on %i', async (status) => {
    const response = await fetchAnswer(play.json(status, { from: 'platform' }))
    expect([response.status, response.body]).toEqual([status, { from: 'platform' }])
  })

  test('passes on 204 and 304, which have no type', async () => {
    expect((await fetchAnswer((_req, res) => res.writeHead(204).end())).status).toBe(204)
    expect(
      (await fetchAnswer((_req, res) => res.writeHead(304, { etag: '"1"' }).end())).status,
    ).toBe(304)
  })

  test('passes on HEAD without a body', async () => {
    upstream.on('HEAD /sizes', (_req, res) =>
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '9' }).end(),
    )
    const answer = await sendRaw(
      running.port,
      'HEAD /api/sizes HTTP/1.1\nHost: x\nConnection: close\n\n',
    )
    expect(parseStatus(answer)).toBe(200)
    expect(answer.toLowerCase()).toContain('content-length: 9')
    expect(answer.endsWith('\r\n\r\n')).toBe(true)
  })

  test.each([300, 301, 302, 303, 307, 308])(
    'a redirect (%i) is 502 and not followed',
    async (status) => {
      const calls = upstream.calls.length
      const response = await fetchAnswer((_req, res) =>
        res.writeHead(status, { location: `${upstream.url}/elsewhere` }).end(),
      )
      expect(response.status).toBe(502)
      expect(response.body).toMatchObject(badAnswer)
      expect(upstream.calls).toHaveLength(calls + 1)
    },
  )

  test.each(['099', '600', '999', '101'])('a status of %s is 502', async (status) => {
    const response = await fetchAnswer(
      play.raw(
        `HTTP/1.1 ${status} Odd\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
      ),
    )
    expect(response.status).toBe(502)
  })

  test.each([
    ['HTML', 'text/html'],
    ['text', 'text/plain'],
    ['a script', 'text/javascript'],
    ['an image', 'image/svg+xml'],
    ['a near miss', 'application/jsonp'],
    ['no type at all', undefined],
  ])('%s is 502, because no call returns it', async (_what, type) => {
    const response = await fetchAnswer(play.text(200, type, '<script>alert(1)</script>'))
    expect(response.status).toBe(502)
    expect(response.body).toMatchObject(badAnswer)
    expect(response.text).not.toContain('alert')
  })

  test('a server error in HTML is 502, without its text', async () => {
    const response = await fetchAnswer(play.text(500, 'text/html', 'Error at /srv/app.js:12'))
    expect(response.body).toMatchObject(badAnswer)
    expect(response.text).not.toContain('srv')
  })

  test('a rejection in HTML keeps its status, but not its text: an unknown call stays 404', async () => {
    const response = await fetchAnswer(play.text(404, 'text/html', 'Cannot GET /x'))
    expect(response.status).toBe(404)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.body).toMatchObject({ status: 404, code: 'not_offered' })
    expect(response.text).not.toContain('Cannot')
  })

  test('only an export may be CSV, and only a job an event stream', async () => {
    expect(
      (await fetchAnswer(play.text(200, 'text/csv; charset=utf-8', 'a,b'), '/sizes/export')).text,
    ).toBe('a,b')
    expect((await fetchAnswer(play.text(200, 'text/csv', 'a,b'), '/sizes')).status).toBe(502)
    expect(
      (await fetchAnswer(play.text(200, 'text/event-stream', 'data: 1\n\n'), '/jobs/7/events'))
        .status,
    ).toBe(200)
    expect(
      (await fetchAnswer(play.text(200, 'text/event-stream', 'data: 1\n\n'), '/sizes/7')).status,
    ).toBe(502)
  })
})
