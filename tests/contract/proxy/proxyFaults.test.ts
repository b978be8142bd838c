import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
const started: { stop(): Promise<unknown> }[] = []
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  started.push(upstream)
})
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.stop()
})

async function start(
  options: Partial<Parameters<typeof startConsoleServer>[0]> = {},
): Promise<RunningConsole> {
  const running = await startConsoleServer({ upstream: upstream.url, ...options })
  started.push(running)
  return running
}

const problem = (status: number, code: string) => ({
  status,
  code,
  title: expect.any(String),
  detail: expect.any(String),
  requestId: expect.any(String),
})

const write = (url: string) =>
  request(url).post('/api/sizes').set('Cookie', 'apiToken=t-1').send({ name: 'S' })

describe('A failing platform', () => {
  test('that refuses the connection is 502', async () => {
    const { url } = await start()
    await upstream.stop()
    const response = await request(url).get('/api/sizes')
    expect(response.status).toBe(502)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.body).toEqual(problem(502, 'unreachable'))
    for (const hidden of ['ECONN', '127.0.0.1', String(upstream.port)])
      expect(response.body.title + response.body.detail).not.toContain(hidden)
  })

  test.each([
    ['a reset', play.reset()],
    ['a hang-up', play.hangUp()],
  ])('with %s is 502, and a write is not retried', async (_what, fault) => {
    upstream.on('POST /sizes', fault)
    const { url } = await start()
    const response = await write(url)
    expect(response.body).toEqual(problem(502, 'unreachable'))
    expect(upstream.calls).toHaveLength(1)
  })

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9\r\n\r\n'],
    ['a broken header', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(40)}`],
  ])('that answers %s is 502, without a retry', async (_what, text) => {
    upstream.onAny(play.raw(text))
    const { url } = await start()
    expect((await request(url).get('/api/sizes')).status).toBe(502)
    expect(upstream.calls).toHaveLength(1)
    upstream.onAny(play.json(200, {}))
    expect((await request(url).get('/api/sizes')).status).toBe(200)
  })

  test('gets a second GET if the connection breaks before the first byte', async () => {
    upstream.on('GET /sizes', play.reset(), play.json(200, { second: true }))
    const { url } = await start()
    expect((await request(url).get('/api/sizes')).body).toEqual({ second: true })
    expect(upstream.calls).toHaveLength(2)
  })

  test('gets no third GET', async () => {
    upstream.on('GET /sizes', play.reset())
    const { url } = await start()
    expect((await request(url).get('/api/sizes')).status).toBe(502)
    expect(upstream.calls).toHaveLength(2)
  })

  test('gets no second GET after the first byte of the answer', async () => {
    upstream.on('GET /sizes', play.raw('HTTP/1.1 200 OK\r\ncontent-type: appl'))
    const { url } = await start()
    expect((await request(url).get('/api/sizes')).status).toBe(502)
    expect(upstream.calls).toHaveLength(1)
  })
})

describe('A slow platform', () => {
  test.each([
    ['sends nothing', play.never()],
    ['trickles its headers', play.trickle(20)],
  ])('that %s is 504 after the timeout', async (_what, answer) => {
    upstream.on('GET /sizes', answer)
    const { url } = await start({ env: { UPSTREAM_TIMEOUT_MS: '300' } })
    const startedAt = performance.now()
    const response = await request(url).get('/api/sizes')
    expect(response.body).toEqual(problem(504, 'timeout'))
    expect(performance.now() - startedAt).toBeGreaterThan(250)
    expect(upstream.calls).toHaveLength(1)
  })

  test('that drips its body is cut off after the timeout, even while data arrives', async () => {
    upstream.on('GET /sizes', play.drip(20))
    const { port } = await start({ env: { UPSTREAM_TIMEOUT_MS: '300' } })
    const startedAt = performance.now()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined) // The test expects to be cut off.
    socket.write('GET /api/sizes HTTP/1.1\r\nHost: x\r\n\r\n')
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    await once(socket, 'close')
    expect(text).toContain('200 OK')
    expect(text.endsWith('0\r\n\r\n')).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(8000)
    await upstream.until(() => upstream.cancelled.includes('/sizes'))
  })

  test('has unlimited time if the timeout is 0', async () => {
    upstream.on('GET /sizes', (_req, res) => {
      setTimeout(() => play.json(200, { late: true })(_req, res), 300)
    })
    const { url } = await start({ env: { UPSTREAM_TIMEOUT_MS: '0' } })
    expect((await request(url).get('/api/sizes')).body).toEqual({ late: true })
  })

  test('that does not accept the connection is 504 after 1 s', async () => {
    const silent = await startSilentHost()
    started.push(silent)
    const { url } = await start({ upstream: silent.url })
    const startedAt = performance.now()
    const response = await request(url).get('/api/sizes')
    expect(response.body).toEqual(problem(504, 'timeout'))
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(0.9)
    expect(seconds).toBeLessThan(3)
  })

  test('with too many waiting calls is 503 with Retry-After', async () => {
    const waiting: (() => void)[] = []
    upstream.onAny((req, res) => void waiting.push(() => play.json(200, {})(req, res)))
    const { url } = await start({ capacity: { connections: 1, queue: 1 } })
    const send = () =>
      request(url)
        .get('/api/sizes')
        .then((response) => response)
    const first = send()
    await upstream.until(() => upstream.calls.length === 1)
    const others = [send(), send()]
    expect(await Promise.race(others)).toMatchObject({
      status: 503,
      body: problem(503, 'busy'),
      headers: { 'retry-after': '1' },
    })
    upstream.onAny(play.json(200, {}))
    waiting.forEach((answer) => answer())
    const statuses = (await Promise.all([first, ...others])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 503])
    expect((await request(url).get('/api/sizes')).status).toBe(200)
  })
})

/** Starts a stopped listener with a full queue, so that the next connection waits forever. */
async function startSilentHost() {
  const child = spawn(process.execPath, [
    '-e',
    `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`,
  ])
  const [line] = await once(child.stdout, 'data')
  const port = Number(line)
  child.kill('SIGSTOP')
  const fillers: Socket[] = Array.from({ length: 8 }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  )
  await Promise.race(fillers.map((socket) => once(socket, 'connect')))
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      fillers.forEach((socket) => socket.destroy())
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
