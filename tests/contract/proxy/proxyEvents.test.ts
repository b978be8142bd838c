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
  running = await startConsoleServer({
    upstream: upstream.url,
    env: { UPSTREAM_TIMEOUT_MS: '150' },
    capacity: { connections: 1, queue: 0 },
  })
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

/** A job that tells of itself when the test says so. */
function job(name = '7') {
  let say: (text: string) => void = () => undefined
  upstream.on(`GET /jobs/${name}/events`, (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.flushHeaders()
    say = (text) => void res.write(text)
  })
  return { say: (text: string) => say(text) }
}

/** A browser that listens, and what reached it so far. */
async function listen(path = '/api/jobs/7/events', more = '') {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: apiToken=t-1\r\nAccept-Encoding: br, gzip\r\n${more}\r\n`,
  )
  return { socket, heard: () => text, closed: once(socket, 'close') }
}

describe('http.md, "Server-sent events"', () => {
  test('go out as they come, the head before the first of them; not compressed, not kept back by nginx', async () => {
    const { say } = job()
    const { heard } = await listen()
    await expect.poll(heard).toContain('\r\n\r\n')
    const head = heard().toLowerCase()
    expect(head).toContain('200 ok')
    expect(head).toContain('content-type: text/event-stream')
    expect(head).toContain('x-accel-buffering: no')
    expect(head).toContain('cache-control: no-store')
    expect(head).not.toContain('content-encoding')
    say('data: one\n\n')
    await expect.poll(heard).toContain('data: one\n\n')
    say('data: two\n\n')
    await expect.poll(heard).toContain('data: two\n\n')
  })

  test('a browser that comes back says what it heard last, in the name of who is signed in', async () => {
    job()
    const { heard } = await listen('/api/jobs/7/events', 'Last-Event-ID: running-3\r\n')
    await expect.poll(heard).toContain('200 OK')
    expect(upstream.calls[0]?.headers).toMatchObject({
      'last-event-id': 'running-3',
      authorization: 'Bearer t-1',
    })
  })

  test('have more time than other calls', async () => {
    const { say } = job()
    const { heard } = await listen()
    // A call that is given up after 150 ms is the clock.
    upstream.on('GET /slow', play.never())
    for (let time = 0; time < 3; time++)
      expect((await fetch(`${running.url}/api/slow`)).status).toBe(504)
    say('data: late\n\n')
    await expect.poll(heard).toContain('data: late\n\n')
  })

  test('take no connection from other calls', async () => {
    job()
    const streams = await Promise.all([1, 2, 3].map(() => listen()))
    for (const { heard } of streams) await expect.poll(heard).toContain('200 OK')
    expect((await fetch(`${running.url}/api/sizes`)).status).toBe(200)
  })

  test('a browser that leaves ends the call to the platform within 1 s', async () => {
    job()
    const { heard, socket } = await listen()
    await expect.poll(heard).toContain('200 OK')
    const leftAt = performance.now()
    socket.destroy()
    await upstream.until(() => upstream.cancelled.includes('/jobs/7/events'))
    expect(performance.now() - leftAt).toBeLessThan(5000) // 1 s of a quiet machine
  })

  test('where the platform breaks off, so does the answer', async () => {
    upstream.on('GET /jobs/7/events', play.breakOff({ 'content-type': 'text/event-stream' }))
    const { heard, closed } = await listen()
    await closed
    expect(heard()).not.toMatch(/0\r\n\r\n$/)
  })

  test.each([
    [404, play.json(404, { status: 404, code: 'not_found', title: 'No such job' })],
    [401, play.json(401, { status: 401, code: 'signed_out', title: 'Signed out' })],
    [502, play.text(200, 'text/html', '<p>')],
  ])('a job that cannot be listened to is answered %i', async (status, answer) => {
    upstream.on('GET /jobs/7/events', answer)
    const answered = await fetch(`${running.url}/api/jobs/7/events`, {
      headers: { cookie: 'apiToken=t-1' },
    })
    expect(answered.status).toBe(status)
    expect(answered.headers.has('set-cookie')).toBe(status === 401)
  })

  test('end well at once when the console is about to end, and those who come back meanwhile are sent on', async () => {
    job()
    const { heard } = await listen()
    await expect.poll(heard).toContain('200 OK')
    const endedAt = performance.now()
    const drained = running.drain()
    await expect.poll(heard).toMatch(/0\r\n\r\n$/)
    await upstream.until(() => upstream.cancelled.includes('/jobs/7/events'))
    expect(performance.now() - endedAt).toBeLessThan(5000)
    const again = await fetch(`${running.url}/api/jobs/7/events`)
    expect(again.headers.get('content-type')).toBe('text/event-stream')
    expect(await again.text()).toBe('retry: 1000\n\n')
    expect(upstream.calls).toHaveLength(1)
    await drained
  })
})
