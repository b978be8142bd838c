import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsole()
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

/** Starts the console with one connection for calls. */
const startConsole = (env: Record<string, string> = {}) =>
  startConsoleServer({
    upstream: upstream.url,
    env,
    capacity: { connections: 1, queue: 0 },
  })

/** Mocks a job whose events the test sends. */
function mockJob(name = '7') {
  let sendEvent: (text: string) => void = () => undefined
  upstream.on(`GET /jobs/${name}/events`, (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.flushHeaders()
    sendEvent = (text) => void res.write(text)
  })
  return { sendEvent: (text: string) => sendEvent(text) }
}

/** Opens an event stream as a browser does, and collects what it receives. */
async function listen(path = '/api/jobs/7/events', more = '') {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: apiToken=t-1\r\nAccept-Encoding: br, gzip\r\n${more}\r\n`,
  )
  return { socket, getReceived: () => text, closed: once(socket, 'close') }
}

describe('http.md, "Server-sent events"', () => {
  test('are sent as they arrive, after the headers, without compression or buffering', async () => {
    const { sendEvent } = mockJob()
    const { getReceived } = await listen()
    await expect.poll(getReceived).toContain('\r\n\r\n')
    const head = getReceived().toLowerCase()
    expect(head).toContain('200 ok')
    expect(head).toContain('content-type: text/event-stream')
    expect(head).toContain('x-accel-buffering: no')
    expect(head).toContain('cache-control: no-store')
    expect(head).not.toContain('content-encoding')
    sendEvent('data: one\n\n')
    await expect.poll(getReceived).toContain('data: one\n\n')
    sendEvent('data: two\n\n')
    await expect.poll(getReceived).toContain('data: two\n\n')
  })

  test('a reconnecting browser passes on its last event ID and its session', async () => {
    mockJob()
    const { getReceived } = await listen('/api/jobs/7/events', 'Last-Event-ID: running-3\r\n')
    await expect.poll(getReceived).toContain('200 OK')
    expect(upstream.calls[0]?.headers).toMatchObject({
      'last-event-id': 'running-3',
      authorization: 'Bearer t-1',
    })
  })

  test('are not limited by the timeout of calls', async () => {
    await running.stop()
    running = await startConsole({ UPSTREAM_TIMEOUT_MS: '150' })
    const { sendEvent } = mockJob()
    const { getReceived } = await listen()
    // Each of these calls times out after 150 ms, which serves as the clock.
    upstream.on('GET /slow', play.never())
    for (let time = 0; time < 3; time++)
      expect((await fetch(`${running.url}/api/slow`)).status).toBe(504)
    sendEvent('data: late\n\n')
    await expect.poll(getReceived).toContain('data: late\n\n')
  })

  test('use no connection of other calls', async () => {
    mockJob()
    const streams = await Promise.all([1, 2, 3].map(() => listen()))
    for (const { getReceived } of streams) await expect.poll(getReceived).toContain('200 OK')
    expect((await fetch(`${running.url}/api/sizes`)).status).toBe(200)
  })

  test('a browser that leaves ends the call to the platform within 1 s', async () => {
    mockJob()
    const { getReceived, socket } = await listen()
    await expect.poll(getReceived).toContain('200 OK')
    const leftAt = performance.now()
    socket.destroy()
    await upstream.until(() => upstream.cancelled.includes('/jobs/7/events'))
    expect(performance.now() - leftAt).toBeLessThan(5000) // 1 s of a quiet machine
  })

  test('break off when the platform breaks off', async () => {
    upstream.on('GET /jobs/7/events', play.breakOff({ 'content-type': 'text/event-stream' }))
    const { getReceived, closed } = await listen()
    await closed
    expect(getReceived()).not.toMatch(/0\r\n\r\n$/)
  })

  test.each([
    [404, play.json(404, { status: 404, code: 'not_found', title: 'No such job' })],
    [401, play.json(401, { status: 401, code: 'signed_out', title: 'Signed out' })],
    [502, play.text(200, 'text/html', '<p>')],
  ])('a failing stream is answered with %i', async (status, answer) => {
    upstream.on('GET /jobs/7/events', answer)
    const response = await fetch(`${running.url}/api/jobs/7/events`, {
      headers: { cookie: 'apiToken=t-1' },
    })
    expect(response.status).toBe(status)
    expect(response.headers.has('set-cookie')).toBe(status === 401)
  })

  test('end cleanly when the console shuts down, and a reconnecting browser is told to retry', async () => {
    mockJob()
    const { getReceived } = await listen()
    await expect.poll(getReceived).toContain('200 OK')
    const endedAt = performance.now()
    const drained = running.drain()
    await expect.poll(getReceived).toMatch(/0\r\n\r\n$/)
    await upstream.until(() => upstream.cancelled.includes('/jobs/7/events'))
    expect(performance.now() - endedAt).toBeLessThan(5000)
    const again = await fetch(`${running.url}/api/jobs/7/events`)
    expect(again.headers.get('content-type')).toBe('text/event-stream')
    expect(await again.text()).toBe('retry: 1000\n\n')
    expect(upstream.calls).toHaveLength(1)
    await drained
  })
})
