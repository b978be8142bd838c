import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { retryWhileBusy, RetryTimer } from '#server/console/proxy/retryWrites.ts'
import { createServerApi } from '#server/console/proxy/serverApi.ts'
import { checkUpstreamAnswer } from '#server/console/proxy/checkUpstreamAnswer.ts'
import { createUpstream } from '#server/console/proxy/upstream.ts'
import { toApiError } from '#shared/engine/api.ts'
import { startConsoleServer } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { Play, RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

const problem = (status: number, code: string, headers: Record<string, string> = {}): Play =>
  play.json(status, { status, code, title: 'Not now' }, headers)
/** Retries after the shortest wait. */
const retryNow = { 'retry-after': '0' }
const busy = problem(503, 'busy', retryNow)
const inProgress = problem(409, 'in_progress', retryNow)
const created = play.json(201, { id: 7 })

let upstream: RecordingUpstream
let running: RunningConsole
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

const write = async (key: string | null = 'k-1', path = '/api/sizes', method = 'POST') => {
  const answer = await fetch(running.url + path, {
    method,
    headers: {
      cookie: 'apiToken=t-1',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(key && { 'idempotency-key': key }),
    },
    ...(method !== 'GET' && { body: '{"name":"S"}' }),
  })
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.json(),
  }
}

describe('A write through /api', () => {
  test('with a key is retried unchanged until the platform has done it', async () => {
    upstream.on('POST /sizes', busy, inProgress, play.text(503, 'text/html', 'Busy'), created)
    expect(await write()).toMatchObject({ status: 201, body: { id: 7 } })
    expect(upstream.calls).toHaveLength(4)
    for (const { body, headers } of upstream.calls)
      expect([body, headers['idempotency-key']]).toEqual(['{"name":"S"}', 'k-1'])
  })

  test.each([
    ['a conflict', problem(409, 'conflict', retryNow)],
    ['a store in the wrong state', problem(409, 'wrong_state', retryNow)],
    ['a rejection', problem(422, 'invalid', retryNow)],
    ['a server error', play.json(500, {}, retryNow)],
    ['a limit', problem(429, 'throttled', retryNow)],
    ['a wait beyond 20 seconds', problem(503, 'busy', { 'retry-after': '21' })],
    [
      'a large answer',
      play.json(409, { status: 409, code: 'conflict', title: 'x'.repeat(200_000) }),
    ],
  ])('is not retried after %s, which is passed on completely', async (_what, answer) => {
    upstream.on('POST /sizes', answer, created)
    const { status, body } = await write()
    expect(status).not.toBe(201)
    expect(body).toBeTypeOf('object')
    expect(upstream.calls).toHaveLength(1)
  })

  test.each([
    ['without a key', null, 'POST'],
    ['as a GET', 'k-1', 'GET'],
  ])('%s is not retried', async (_what, key, method) => {
    upstream.on(`${method} /sizes`, problem(503, 'busy', { 'retry-after': '7' }), created)
    expect(await write(key, '/api/sizes', method)).toMatchObject({ status: 503, retryAfter: '7' })
    expect(upstream.calls).toHaveLength(1)
  })

  test('is not retried after its client leaves', async () => {
    const later = problem(503, 'busy', { 'retry-after': '1' })
    upstream.on('POST /sizes', later)
    upstream.on('POST /colors', later, later, created)
    const leaving = new AbortController()
    const answer = fetch(`${running.url}/api/sizes`, {
      method: 'POST',
      headers: { cookie: 'apiToken=t', 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: '{}',
      signal: leaving.signal,
    })
    await upstream.until(() => upstream.calls.length === 1)
    leaving.abort()
    await expect(answer).rejects.toThrow()
    // The first write would have been retried before the last answer to this one.
    expect((await write('k-2', '/api/colors')).status).toBe(201)
    expect(upstream.calls.filter(({ url }) => url === '/sizes')).toHaveLength(1)
  })
})

test('a write is also sent while the platform is too busy to confirm the session', async () => {
  upstream.on(
    'GET /users/roles/details',
    busy,
    play.json(200, { user: { id: 1, storeId: 1, sIdentifier: 1 }, permissions: [] }),
  )
  expect((await write()).status).toBe(200)
})

test("a page's write is retried, too, but its reads aren't", async () => {
  const platform = createUpstream({ apiBaseUrl: upstream.url, upstreamTimeoutMs: 0 })
  const api = createServerApi({
    upstream: platform,
    credentials: { requestId: 'r', headers: () => ({}), checkAnswer: checkUpstreamAnswer },
  })
  upstream.on('POST /sizes', busy, inProgress, created)
  upstream.on('GET /sizes', busy)
  const sent = { method: 'POST', path: '/sizes', body: {}, idempotencyKey: 'k' } as const
  expect(await api.send(sent)).toEqual({ status: 201, body: { id: 7 } })
  await expect(api.send({ method: 'GET', path: '/sizes' })).rejects.toMatchObject({ status: 503 })
  expect(upstream.calls).toHaveLength(4)
  await platform.close()
})

describe('The retry time of a write', () => {
  test('is 20 seconds, with retries as Retry-After says or every second', async () => {
    let now = 0
    const waits: number[] = []
    const pace = { now: () => now, wait: async (ms: number) => void ((now += ms), waits.push(ms)) }
    const fail = (retryAfter?: number) => async () => {
      throw toApiError(503, undefined, retryAfter)
    }
    await expect(retryWhileBusy(fail(7), pace)).rejects.toMatchObject({ status: 503 })
    expect(waits).toEqual([7000, 7000])
    waits.length = 0
    await expect(retryWhileBusy(fail(), pace)).rejects.toMatchObject({ status: 503 })
    expect(waits).toHaveLength(20)
  })

  test('includes the time that the platform takes', () => {
    let now = 0
    const repeats = new RetryTimer({ now: () => now, wait: async () => {} })
    const failure = { status: 409, code: 'in_progress' }
    expect(repeats.getDelay(failure, 1)).toBe(1000)
    now = 19_500
    expect(repeats.getDelay(failure, 1)).toBe(null)
  })
})
