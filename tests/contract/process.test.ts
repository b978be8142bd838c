import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '#scripts/build.mjs'
import { sendRaw, startConsoleServer, parseStatus } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
beforeAll(async () => {
  await build()
  upstream = await startRecordingUpstream()
}, 120_000)
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await upstream.stop()
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const readOutput = (output: Readable | null) => (output ? text(output) : Promise.resolve(''))

/** Starts the built console as a process. */
async function spawnConsole(env: Record<string, string> = {}) {
  const port = await findFreePort()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PORT: String(port), API_BASE_URL: upstream.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    stderr: readOutput(child.stderr),
    stdout: readOutput(child.stdout),
    exit: once(child, 'exit').then(([code]) => code as number | null),
    listening: once(child, 'message').then(([message]) => message as unknown),
  }
}

async function startReadyConsole(env: Record<string, string> = {}) {
  const running = await spawnConsole(env)
  await running.listening
  await waitForReadiness(running.url, 200)
  return running
}

/** Waits until `/readyz` answers this status. Concurrent tests can't use `expect.poll`. */
async function waitForReadiness(url: string, status: number): Promise<void> {
  while ((await request(url).get('/readyz')).status !== status) await delay(20)
}

describe.concurrent('The console process', () => {
  test('reports its URL, becomes ready, and logs JSON with route patterns, even for redirects', async () => {
    const { child, url, listening, stdout, exit } = await startReadyConsole()
    expect(await listening).toEqual({ type: 'listening', url })
    expect((await request(url).get('/healthz')).status).toBe(200)
    expect((await request(url).get('/stores/4')).status).toBe(302)
    child.kill('SIGTERM')
    await exit
    const lines = (await stdout).trim().split('\n')
    const routes = lines.map((line): unknown => JSON.parse(line).route)
    expect(new Set(routes)).toEqual(new Set(['/readyz', '/healthz', '/stores/:storeId']))
  })

  test.each([
    ['a bad setting', { LOG_LEVEL: 'loud' }, /^The setting LOG_LEVEL must be one of .+\.\n$/],
    [
      'an address that this machine lacks',
      { HOST: '192.0.2.1' },
      /^The console can't listen on 192\.0\.2\.1:\d+, because this machine .+\.\n$/,
    ],
  ])('exits with one sentence on %s', async (_what, env, sentence) => {
    const { exit, stderr } = await spawnConsole(env)
    expect(await exit).toBe(1)
    expect(await stderr).toMatch(sentence)
  })

  test('exits with one sentence if the port is in use', async () => {
    const first = await spawnConsole()
    await first.listening
    const second = await spawnConsole({ PORT: String(first.port) })
    expect(await second.exit).toBe(1)
    expect(await second.stderr).toMatch(
      /^Another program is already listening on 127\.0\.0\.1:\d+\. .+\.\n$/,
    )
  })

  test('becomes ready after a while even without a platform', async () => {
    const { url, listening } = await spawnConsole({ API_BASE_URL: 'http://127.0.0.1:9' })
    await listening
    expect((await request(url).get('/readyz')).status).toBe(503)
    await waitForReadiness(url, 200)
  })

  test('on SIGTERM it is unready at once, accepts for 3 s, finishes open requests, and exits with 0', async () => {
    upstream.on('GET /slow', (req, res) => {
      setTimeout(() => play.json(200, { finished: true })(req, res), 4500)
    })
    const { child, url, port, exit, stdout } = await startReadyConsole()
    const inFlight = request(url)
      .get('/api/slow')
      .then((response) => response)
    await upstream.until(() => upstream.calls.some((call) => call.url === '/slow'))
    const startedAt = performance.now()
    child.kill('SIGTERM')
    await waitForReadiness(url, 503)
    expect(performance.now() - startedAt).toBeLessThan(2500)

    const late = await sendRaw(port, 'GET /api/sizes HTTP/1.1\nHost: x\n\n')
    expect(parseStatus(late)).toBe(200)
    expect(late.toLowerCase()).toContain('connection: close')
    const refusedAt = await waitUntilRefused(port)
    expect(refusedAt - startedAt).toBeGreaterThan(2500)
    expect((await inFlight).body).toEqual({ finished: true })
    expect((await inFlight).headers).toMatchObject({ connection: 'close' })
    expect(await exit).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    // The last line is written although the process ends with the answer.
    const { ms, ...last } = JSON.parse((await stdout).trim().split('\n').at(-1) ?? '')
    expect(last).toMatchObject({ route: '/api/*', status: 200 })
    expect(ms).toBeGreaterThan(4000)
  })

  test('waits at most 10 s for open requests', { timeout: 30_000 }, async () => {
    upstream.on('GET /never', play.never())
    const { child, url, exit } = await startReadyConsole()
    const inFlight = request(url)
      .get('/api/never')
      .then(
        () => 'answered',
        () => 'cut off',
      )
    upstream.on('POST /auth/login', play.never())
    const signIn = request(url)
      .post('/api/auth/login')
      .send({ email: 'a@example.com', password: 'never' })
      .then(
        () => 'answered',
        () => 'cut off',
      )
    const hasCall = (path: string) => upstream.calls.some((call) => call.url === path)
    await upstream.until(() => hasCall('/never') && hasCall('/auth/login'))
    const startedAt = performance.now()
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(await Promise.all([inFlight, signIn])).toEqual(['cut off', 'cut off'])
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(12)
    expect(seconds).toBeLessThan(25)
  })

  test('exits when its parent is gone', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const { exit } = await startReadyConsole({ PARENT_PID: String(parent.pid) })
    parent.kill('SIGKILL')
    expect(await exit).toBe(0)
  })

  test('serves metrics on a separate port, not on its public one', async () => {
    const metricsPort = await findFreePort()
    const { url } = await startReadyConsole({ METRICS_PORT: String(metricsPort) })
    await request(url).get('/api/sizes')
    const { text: metrics } = await request(`http://127.0.0.1:${metricsPort}`).get('/metrics')
    expect(metrics).toContain('route="/api/*",status="200"')
    expect((await request(url).get('/metrics')).text).not.toContain('console_request_seconds')
  })
})

describe.concurrent('A slow client', () => {
  test('has 10 s for its headers, checked every second', async () => {
    const running = await startConsoleServer({ upstream: upstream.url })
    const startedAt = performance.now()
    const socket = connect(running.port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    const drip = setInterval(() => socket.write('X: y\r\n'), 500)
    expect(parseStatus(await text(socket))).toBe(408)
    clearInterval(drip)
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(9)
    expect(seconds).toBeLessThan(25)
    await running.stop()
  })
})

/** Waits until the port rejects connections, and returns the time. */
async function waitUntilRefused(port: number): Promise<number> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (!isOpen) return performance.now()
    await delay(50)
  }
}
