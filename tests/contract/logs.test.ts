import { once } from 'node:events'
import { connect } from 'node:net'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMetrics, createMetricsServer } from '#server/metrics.ts'
import { createUpstream } from '#server/upstream.ts'
import { startConsoleServer } from '#tests/support/consoleServer.ts'
import type { RunningConsole } from '#tests/support/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/recordingUpstream.ts'
import type { RecordingUpstream } from '#tests/support/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
})
beforeEach(() => void running.lines.splice(0))
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

describe('the log', () => {
  test('has one line a request: id, route pattern, status, milliseconds', async () => {
    const { body } = await request(running.url).get('/api/a%2fb')
    await request(running.url).get('/api/sizes/7?a=b')
    await request(running.url).get('/sizes/7')
    await expect.poll(() => running.lines).toHaveLength(3)
    const line = {
      level: 30,
      time: expect.any(Number),
      requestId: expect.any(String),
      method: 'GET',
      ms: expect.any(Number),
    }
    expect(running.lines).toEqual([
      { ...line, requestId: body.requestId, route: 'none', status: 400 },
      { ...line, route: '/api/*', status: 200 },
      { ...line, route: '/page', status: 200 },
    ])
  })

  test('holds no query, token, cookie or secret, whatever goes wrong', async () => {
    upstream.on('GET /broken', play.reset())
    upstream.on(
      'POST /auth/login',
      play.json(200, { token: 'hush-token', user: { id: 1, storeId: 1, sIdentifier: 1 } }),
    )
    const secret = 'hush'
    await request(running.url)
      .get(`/api/broken?q=${secret}-query`)
      .set('Cookie', `apiToken=${secret}-cookie; storeId=1`)
    await request(running.url)
      .post('/api/auth/login')
      .send({ email: `${secret}@example.com`, password: `${secret}-password` })
    await request(running.url)
      .post('/api/auth/login')
      .set('Content-Type', 'application/json')
      .send(`{"password":"${secret}-broken`)
    await request(running.url).post(`/api/sizes?${secret}`).set('Origin', `https://${secret}`)
    await expect.poll(() => running.lines.length).toBeGreaterThanOrEqual(5)
    expect(JSON.stringify(running.lines)).not.toContain(secret)
  })

  test('says when the client left before the end', async () => {
    upstream.on('GET /slow', play.never())
    const socket = connect(running.port, '127.0.0.1')
    socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await upstream.until(() => upstream.calls.some(({ url }) => url === '/slow'))
    socket.destroy()
    await expect.poll(() => running.lines).toEqual([expect.objectContaining({ left: true })])
  })
})

describe('metrics', () => {
  test('count requests by route pattern, calls to the platform with their faults, and the delay of the event loop', async () => {
    const metrics = createMetrics()
    metrics.onRequest({ method: 'GET', route: '/sizes', status: 200, seconds: 0.02 })
    metrics.onExchange('200', 0.01)
    metrics.onExchange('timeout', 60)
    metrics.onExchange('busy', 0)
    const server = createMetricsServer(metrics).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { text, headers } = await request(server).get('/metrics')
    const other = await request(server).get('/')
    server.close()
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toContain(
      'console_request_seconds_count{method="GET",route="/sizes",status="200"} 1',
    )
    expect(text).toContain('console_upstream_seconds_count 2')
    expect(text).toContain('console_upstream_faults_total{code="timeout"} 1')
    expect(text).toContain('console_upstream_faults_total{code="busy"} 1')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(other.status).toBe(404)
  })

  test('hear of a call that the full queue turns away', async () => {
    upstream.on('GET /held', play.never())
    const outcomes: string[] = []
    const full = createUpstream(running.settings, {
      connections: 1,
      queue: 0,
      onExchange: (outcome) => outcomes.push(outcome),
    })
    const leaving = new AbortController()
    const call = { method: 'GET', path: '/held', headers: {} }
    const held = full.send({ ...call, signal: leaving.signal })
    await expect(full.send(call)).rejects.toThrow('upstream: busy')
    expect(outcomes).toEqual(['busy'])
    leaving.abort()
    await expect(held).rejects.toThrow('upstream: unreachable')
    await full.close()
  })
})
