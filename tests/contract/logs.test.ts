import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMetrics, createMetricsServer } from '#server/console/process/metrics.ts'
import { createUpstream } from '#server/console/proxy/upstream.ts'
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
beforeEach(() => void running.lines.splice(0))
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

describe('The log', () => {
  test('has one line per request: ID, route pattern, status, and milliseconds', async () => {
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
      { ...line, requestId: body.requestId, route: '/api/*', status: 400 },
      { ...line, route: '/api/*', status: 200 },
      { ...line, route: '/page', status: 200 },
    ])
  })

  test('contains no query, token, cookie, or secret, even after an error', async () => {
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

  test('marks a request whose client left early', async () => {
    upstream.on('GET /slow', play.never())
    const socket = connect(running.port, '127.0.0.1')
    socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await upstream.until(() => upstream.calls.some(({ url }) => url === '/slow'))
    socket.destroy()
    await expect.poll(() => running.lines).toEqual([expect.objectContaining({ left: true })])
  })
})

describe('Log lines', () => {
  test.each([
    ['normally', '', 0],
    ['with an uncaught error', `throw new Error('uncaught')`, 1],
  ])('are all written when the process ends %s', async (_how, end, code) => {
    const program = `import { createLogDestination } from './server/console/process/logDestination.ts'
      const lines = createLogDestination()
      for (let line = 0; line < 1000; line++) lines.write(line + ' x'.repeat(50) + '\\n')
      ${end}`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [written, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const numbers = written.trim().split('\n').map(Number.parseFloat)
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, line) => line))
    expect(exitCode).toBe(code)
  })
})

describe('Metrics', () => {
  test('count requests by route, calls to the platform, and failures, and time the event loop', async () => {
    const metrics = createMetrics()
    metrics.onRequest({ method: 'GET', route: '/sizes', status: 200, seconds: 0.02 })
    metrics.onExchange('200', 0.01)
    metrics.onExchange('timeout', 60)
    metrics.onExchange('busy', 0)
    const server = createMetricsServer(metrics).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { text: page, headers } = await request(server).get('/metrics')
    const other = await request(server).get('/')
    server.close()
    expect(headers['content-type']).toContain('text/plain')
    expect(page).toContain(
      'console_request_seconds_count{method="GET",route="/sizes",status="200"} 1',
    )
    expect(page).toContain('console_upstream_seconds_count 2')
    expect(page).toContain('console_upstream_faults_total{code="timeout"} 1')
    expect(page).toContain('console_upstream_faults_total{code="busy"} 1')
    expect(page).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(other.status).toBe(404)
  })

  test.each([
    ['a status', play.json(200, {}), 200, '200'],
    ['a rejection in HTML, which keeps its status', play.text(404, 'text/html', '<p>'), 404, '404'],
    ["a type that the call doesn't support", play.text(200, 'text/html', '<p>'), 502, 'bad_answer'],
    ['a server error in HTML', play.text(502, 'text/html', '<p>'), 502, 'bad_answer'],
    ['a redirect', play.json(302, {}, { location: '/' }), 502, 'bad_answer'],
    ['a broken connection', play.reset(), 502, 'unreachable'],
  ])('record how a proxied call ended: %s', async (_what, answer, status, outcome) => {
    const outcomes: string[] = []
    const measured = await startConsoleServer({
      upstream: upstream.url,
      onExchange: (one) => outcomes.push(one),
    })
    upstream.on('GET /measured', answer)
    const response = await request(measured.url).get('/api/measured')
    await measured.stop()
    expect(response.status).toBe(status)
    expect(outcomes).toEqual([outcome])
  })

  test('record that the client left, and an answer that is too long to read', async () => {
    const outcomes: string[] = []
    const onExchange = (outcome: string) => outcomes.push(outcome)
    const measured = await startConsoleServer({ upstream: upstream.url, onExchange })
    upstream.on('GET /left', play.never())
    const socket = connect(measured.port, '127.0.0.1')
    socket.write('GET /api/left HTTP/1.1\r\nHost: x\r\n\r\n')
    await upstream.until(() => upstream.calls.some(({ url }) => url === '/left'))
    socket.destroy()
    await expect.poll(() => outcomes).toEqual(['cancelled'])

    upstream.on('GET /long', play.bytes({}, Buffer.alloc(11 * 1024 * 1024, ' ')))
    const reader = createUpstream(measured.settings, { onExchange })
    const call = { method: 'GET', path: '/long', headers: {} }
    await expect(reader.send(call)).rejects.toThrow('bad_answer')
    expect(outcomes).toEqual(['cancelled', 'bad_answer'])
    await reader.close()
    await measured.stop()
  })

  test('record a call that the full queue rejects', async () => {
    upstream.on('GET /held', play.never())
    const outcomes: string[] = []
    const full = createUpstream(running.settings, {
      connections: 1,
      queue: 0,
      onExchange: (outcome) => outcomes.push(outcome),
    })
    const leaving = new AbortController()
    const call = { method: 'GET', path: '/held', headers: {} }
    const pending = full.send({ ...call, signal: leaving.signal })
    await expect(full.send(call)).rejects.toThrow('busy')
    expect(outcomes).toEqual(['busy'])
    leaving.abort()
    await expect(pending).rejects.toThrow('unreachable')
    await full.close()
  })
})
