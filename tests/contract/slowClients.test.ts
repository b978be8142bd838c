import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer, parseStatus } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
const started: { stop(): Promise<unknown> }[] = []
const sockets: Socket[] = []
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  started.push(upstream)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const one of started.splice(0).reverse()) await one.stop()
})

async function start(
  options: Partial<Parameters<typeof startConsoleServer>[0]> = {},
): Promise<RunningConsole> {
  const running = await startConsoleServer({ upstream: upstream.url, ...options })
  started.push(running)
  return running
}

/** Opens a connection and sends only this message. */
async function send({ port }: RunningConsole, message: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // Some tests expect the console to cut it off.
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(message.replaceAll('\n', '\r\n'))
  return socket
}

const session = 'Cookie: apiToken=t-1\n'
const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\nHost: x\nConnection: close\nSec-Fetch-Site: same-origin\n${more}\n\n`
const json = 'Content-Type: application/json\n'
const write = head('/api/sizes', `${session}${json}Content-Length: 2`)
const upload = head(
  '/api/files',
  `${session}Content-Type: multipart/form-data; boundary=b\nContent-Length: 9`,
)

const halfSent = {
  'signed in, with a length': write,
  'signed in, chunked':
    head('/api/sizes', `${session}${json}Transfer-Encoding: chunked`) + '1\n{\n',
  'signed out': write.replace(session, ''),
  'signed out, chunked': head('/api/sizes', `${json}Transfer-Encoding: chunked`),
  'to sign in': head('/api/auth/login', `${json}Content-Length: 20`) + '{',
  'of forms': head(
    '/sizes',
    `${session}Content-Type: application/x-www-form-urlencoded\nContent-Length: 20`,
  ),
  'of uploads': `${upload}--b`,
  'with a GET': `GET /api/sizes HTTP/1.1\nHost: x\n${session}Content-Length: 2\n\n`,
}

const kinds = Object.values(halfSent)

describe('640 incomplete requests', () => {
  test.each([
    ['of every kind', kinds],
    ['signed in', [write]],
  ])('%s block no other call', async (_which, messages) => {
    // Without a timeout, a blocked call would never end. `npm run bench` measures how long calls
    // take.
    const running = await start({ env: { UPSTREAM_TIMEOUT_MS: '0' } })
    await Promise.all(
      Array.from({ length: 640 }, (_, index) =>
        send(running, messages[index % messages.length] ?? ''),
      ),
    )
    for (let index = 0; index < 100; index += 1) {
      const isWrite = index % 4 === 0
      const response = await fetch(`${running.url}/api/sizes/1`, {
        headers: { cookie: 'apiToken=t-2', 'content-type': 'application/json' },
        ...(isWrite && { method: 'PATCH', body: '{}' }),
      })
      expect([index, response.status, await response.json()]).toEqual([index, 200, { ok: true }])
    }
  })
})

describe('An incomplete body', () => {
  test('does not reach the platform before it is complete', async () => {
    const running = await start()
    const socket = await send(running, write)
    socket.write('{')
    const other = await fetch(`${running.url}/api/sizes`)
    expect([other.status, upstream.calls.length]).toEqual([200, 1])
    socket.write('}')
    expect(parseStatus(await text(socket))).toBe(200)
    expect(upstream.calls[1]).toMatchObject({ method: 'POST', body: '{}' })
  })

  test('is 408 after the deadline, and the connection ends', async () => {
    const running = await start({ bodies: { deadlineMs: 100 } })
    const answer = await text(await send(running, write))
    expect(parseStatus(answer)).toBe(408)
    expect(answer).toContain(`"detail":"The request didn't arrive in time. Send it again."`)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(running.lines.filter(({ msg }) => msg === 'request')).toEqual([])
    expect(upstream.calls).toEqual([])
  })

  test('has the same deadline after a rejection', async () => {
    const running = await start({ bodies: { deadlineMs: 100 } })
    const answers = await Promise.all(
      [write, upload].map(async (message) =>
        text(await send(running, message.replace(session, ''))),
      ),
    )
    expect(answers.map(parseStatus)).toEqual([401, 401])
  })

  test.each([
    ['one client', { perClient: 2 }],
    ['all clients', { total: 2 }],
  ])('is dropped for a newer one if there are too many of %s', async (_whose, bodies) => {
    const running = await start({ bodies })
    const [first, second, third] = [
      await send(running, write),
      await send(running, write),
      await send(running, write),
    ]
    expect(parseStatus(await text(first))).toBe(408)
    for (const socket of [second, third]) {
      socket.write('{}')
      expect(parseStatus(await text(socket))).toBe(200)
    }
  })

  test('counts only for its own client network', async () => {
    const running = await start({
      bodies: { perClient: 1 },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    })
    const buildWrite = (address: string) =>
      write.replace(session, `${session}X-Forwarded-For: ${address}\n`)
    const mine = await send(running, buildWrite('192.0.2.1'))
    const theirs = [
      await send(running, buildWrite('198.51.100.1')),
      await send(running, buildWrite('198.51.100.2')),
    ] as const
    expect(parseStatus(await text(theirs[0]))).toBe(408)
    mine.write('{}')
    expect(parseStatus(await text(mine))).toBe(200)
  })
})

describe('A body that arrives after its response', () => {
  const length = 900_000
  test.each([
    ['that is too large', head('/api/sizes', `${session}${json}Content-Length: 9${length}`), 413],
    ['of a signed-out visitor', head('/api/sizes', `${json}Content-Length: ${length}`), 401],
    [
      'that no page reads',
      head('/x', `Content-Type: application/x-www-form-urlencoded\nContent-Length: ${length}`),
      200,
    ],
  ])('%s is read, so that a proxy still gets the response', async (_what, message, status) => {
    const running = await start()
    // Like a proxy, it continues to send after the response.
    const socket = connect({ port: running.port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(socket)
    const closed = once(socket, 'close')
    socket.write(message.replaceAll('\n', '\r\n'))
    expect(parseStatus(await text(socket))).toBe(status)
    for (let sent = 0; sent < length; sent += 100_000)
      await new Promise((written) => socket.write('x'.repeat(100_000), written))
    socket.end()
    await closed
  })

  test('that never ends is not awaited forever', async () => {
    const running = await start()
    const message = head('/api/sizes', `${json}Content-Length: ${length}`)
    const socket = connect({ port: running.port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(socket)
    socket.on('error', () => undefined) // The console cuts it off.
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(message.replaceAll('\n', '\r\n'))
    expect(parseStatus(await text(socket))).toBe(401)
    const dripping = setInterval(() => socket.write(' '), 200)
    await closed
    clearInterval(dripping)
  })
})

describe('A signed-out visitor', () => {
  test('a write is rejected before its body, without a call to the platform', async () => {
    const running = await start()
    for (const message of [write, upload]) {
      const socket = await send(running, message.replace(session, ''))
      const [answer] = await once(socket, 'data')
      expect(parseStatus(String(answer))).toBe(401)
      expect(String(answer)).toContain('"code":"signed_out"')
      expect(String(answer)).not.toMatch(/set-cookie/i)
    }
    const foreign = await send(running, write.replace('same-origin', 'cross-site'))
    expect(parseStatus(String((await once(foreign, 'data'))[0]))).toBe(403)
    const form = await send(running, halfSent['of forms'].replace(session, ''))
    expect(upstream.calls).toEqual([])
    form.destroy()
  })
})

describe('Uploads and exports', () => {
  const sendSlowly = async (socket: Socket) => {
    for (const piece of ['--b', '123', '456']) {
      socket.write(piece)
      await new Promise((later) => setTimeout(later, 250))
    }
    return socket
  }

  test('may exceed the timeout while data arrives', async () => {
    const running = await start({ env: { UPSTREAM_TIMEOUT_MS: '500' } })
    const answer = await text((await sendSlowly(await send(running, upload))).end())
    expect(parseStatus(answer)).toBe(200)
    expect(upstream.calls[0]?.body).toBe('--b123456')
  })

  test('end when nothing arrives for as long as the timeout', async () => {
    upstream.leaveBodies()
    upstream.onAny(play.never())
    const running = await start({ env: { UPSTREAM_TIMEOUT_MS: '300' } })
    const answers = await Promise.all(
      [`${upload}--b`, head('/api/sizes/export', `${session}${json}Content-Length: 2`) + '{}'].map(
        async (message) => once(await send(running, message), 'data').then(String),
      ),
    )
    expect(answers.map(parseStatus)).toEqual([504, 504])
  })

  test('an export may drip for longer than the timeout', async () => {
    upstream.onAny((_req, res) => {
      res.writeHead(200, { 'content-type': 'text/csv' })
      let lines = 0
      const timer = setInterval(() => {
        res.write('a,b\n')
        lines += 1
        if (lines < 8) return
        clearInterval(timer)
        res.end()
      }, 100)
    })
    const running = await start({ env: { UPSTREAM_TIMEOUT_MS: '400' } })
    const response = await fetch(`${running.url}/api/sizes/export`)
    expect(await response.text()).toBe('a,b\n'.repeat(8))
  })
})

describe('A stalled connection', () => {
  test.each([
    ['is idle', ''],
    ['has an unread answer', 'GET /sizes HTTP/1.1\nHost: x\n\n'],
  ])('ends if it %s', async (_what, message) => {
    const running = await start({
      idleMs: 300,
      page: (_req, res) => void res.type('html').end(Buffer.alloc(30_000_000)),
    })
    const accepted: Promise<Socket[]> = once(running.server, 'connection')
    const socket = await send(running, message)
    socket.pause()
    await Promise.all((await accepted).map((one) => once(one, 'close')))
  })

  test('stays open while the platform is slow', async () => {
    upstream.on('GET /patient', (req, res) => {
      setTimeout(() => play.json(200, { late: true })(req, res), 900)
    })
    const running = await start({ idleMs: 300 })
    const response = await fetch(`${running.url}/api/patient`)
    expect(await response.json()).toEqual({ late: true })
  })
})
