import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkUpstreamAnswer } from '#server/console/proxy/checkUpstreamAnswer.ts'
import { buildPlatformHeaders } from '#server/console/proxy/proxyHeaders.ts'
import { createServerApi } from '#server/console/proxy/serverApi.ts'
import { readSettings } from '#server/console/settings.ts'
import { createUpstream } from '#server/console/proxy/upstream.ts'
import type { Upstream } from '#server/console/proxy/upstream.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { RequestOptions } from '#shared/engine/api.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { Play, RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

let platform: RecordingUpstream
let upstream: Upstream
beforeEach(async () => {
  platform = await startRecordingUpstream()
  upstream = createUpstream(settings())
})
afterEach(async () => {
  await platform.stop()
  await upstream.close()
})

/** Reads settings without a timeout, because the machine may be busy, unless a test sets one. */
const settings = (limitMs = 0) =>
  readSettings({
    API_BASE_URL: platform.url,
    UPSTREAM_TIMEOUT_MS: String(limitMs),
    PUBLIC_ORIGIN: 'https://a.example',
  })

let checkedStatuses: number[] = []
beforeEach(() => (checkedStatuses = []))
const visitor = { token: 't', storeId: 's', userId: 'u' }
const createApi = (signal?: AbortSignal) =>
  createServerApi({
    upstream,
    credentials: {
      requestId: 'r-1',
      headers: () =>
        buildPlatformHeaders(visitor, settings(), {
          requestId: 'r-1',
          clientAddress: '203.0.113.9',
        }),
      checkAnswer(...answer) {
        checkedStatuses.push(answer[1])
        return checkUpstreamAnswer(...answer)
      },
    },
    ...(signal && { signal }),
  })
const send = (request: Partial<RequestOptions> = {}) =>
  createApi().send({ method: 'GET', path: '/sizes', ...request })
const getFailure = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('No ApiError', { cause: error })
  return error
}

describe('The API of a page', () => {
  test('sends what the browser would send through /api', async () => {
    await send({
      method: 'PATCH',
      path: '/sizes/a%20b',
      search: new URLSearchParams({ q: 'x y' }),
      body: { name: 'S' },
      ifMatch: 3,
      idempotencyKey: 'k',
    })
    expect(platform.calls[0]).toMatchObject({
      method: 'PATCH',
      url: '/sizes/a%20b?q=x+y',
      body: '{"name":"S"}',
      headers: {
        authorization: 'Bearer t',
        userid: 'u',
        storeid: 's',
        domain: 'a.example',
        'x-request-id': 'r-1',
        'x-forwarded-for': '203.0.113.9',
        accept: 'application/json',
        'content-type': 'application/json',
        'if-match': '3',
        'idempotency-key': 'k',
      },
    })
  })

  test('reads plain and compressed JSON, and an empty answer as undefined', async () => {
    const body = '{"data":[1]}'
    platform.on(
      'GET /sizes',
      play.text(200, 'application/json', body),
      play.bytes({ 'content-encoding': 'gzip' }, gzipSync(body)),
      play.bytes({ 'content-encoding': 'br' }, brotliCompressSync(body)),
      (_req, res) => res.writeHead(204).end(),
    )
    for (let index = 0; index < 3; index += 1)
      expect(await send()).toEqual({ status: 200, body: { data: [1] } })
    expect(await send()).toEqual({ status: 204, body: undefined })
  })

  test.each(['/..', '/sizes/%2e%2e/users', '/sizes/a%2fb', '//evil', 'sizes'])(
    'never calls %s, because an ID in a URL must not change the path',
    async (path) => {
      expect((await getFailure(send({ path }))).status).toBe(404)
      expect(platform.calls).toEqual([])
    },
  )

  test("throws the platform's problem, or one for its status", async () => {
    const problem = { status: 422, code: 'invalid', title: 'No', fields: { name: 'taken' } }
    platform.on(
      'GET /sizes',
      play.json(422, problem, { 'content-type': 'application/problem+json', 'retry-after': '7' }),
      play.text(404, 'text/html', 'Cannot GET /sizes'),
    )
    const failure = await getFailure(send())
    expect(failure).toMatchObject({ problem, retryAfter: 7 })
    expect((await getFailure(send())).problem).toMatchObject({ status: 404, code: 'not_offered' })
  })

  test('checks every answer as /api does, so that a 401 signs out', async () => {
    platform.on('GET /sizes', play.text(401, 'text/html', 'who?'))
    expect((await getFailure(send())).status).toBe(401)
    expect(checkedStatuses).toEqual([401])
  })

  test.each([
    ['a redirect', 502, 'bad_answer', play.json(302, {}, { location: '/x' })],
    ['HTML', 502, 'bad_answer', play.text(200, 'text/html', '<p>')],
    ['incomplete JSON', 502, 'bad_answer', play.text(200, 'application/json', '{"a":')],
    [
      'an unknown encoding',
      502,
      'bad_answer',
      play.bytes({ 'content-encoding': 'zstd' }, Buffer.from('x')),
    ],
    [
      'a body without its declared encoding',
      502,
      'bad_answer',
      play.bytes({ 'content-encoding': 'gzip' }, Buffer.from('x')),
    ],
    ['more than 10 MB', 502, 'bad_answer', play.bytes({}, Buffer.alloc(10_000_001, 32))],
    [
      'more than 10 MB once decompressed',
      502,
      'bad_answer',
      play.bytes({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10_000_001, 32))),
    ],
    ['an answer that breaks off', 502, 'unreachable', play.breakOff()],
  ])('fails on %s with %i', async (_what, status, code, answer) => {
    await expectFailure(answer, { status, code })
  })

  test.each([
    ['no answer', play.never()],
    ['a dripping answer', play.drip(50)],
  ])('fails on %s with 504 after the timeout', async (_what, answer) => {
    await upstream.close()
    upstream = createUpstream(settings(500))
    await expectFailure(answer, { status: 504, code: 'timeout' })
  })

  async function expectFailure(answer: Play, problem: { status: number; code: string }) {
    platform.on('GET /sizes', answer)
    const failure = await getFailure(send())
    expect(failure.problem).toMatchObject({ ...problem, requestId: 'r-1' })
    expect(failure.problem.title).not.toMatch(/127\.0\.0\.1|ECONN/)
  }

  test('accepts 10 MB', async () => {
    platform.on('GET /sizes', play.bytes({}, Buffer.from(`"${'x'.repeat(9_999_998)}"`)))
    expect((await send()).body).toHaveLength(9_999_998)
  })

  test('ends the call when the visitor leaves or the caller aborts it', async () => {
    platform.on('GET /sizes', play.never())
    for (const which of ['visitor', 'caller']) {
      const leaving = new AbortController()
      const api = createApi(which === 'visitor' ? leaving.signal : undefined)
      const { length } = platform.calls
      const call = getFailure(
        api.send({
          method: 'GET',
          path: '/sizes',
          ...(which === 'caller' && { signal: leaving.signal }),
        }),
      )
      await platform.until(() => platform.calls.length === length + 1)
      leaving.abort()
      expect((await call).status).toBe(502)
    }
    await platform.until(() => platform.cancelled.length === 2)
  })
})
