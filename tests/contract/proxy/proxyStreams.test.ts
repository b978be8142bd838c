import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sizeLimits } from '#server/console/edge/requestBody.ts'
import { sendRaw, startConsoleServer, parseStatus } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

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

/** Opens a client that doesn't read until a test resumes it. */
async function openClient(message: string): Promise<Socket> {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined) // Some tests expect to be cut off.
  await once(socket, 'connect')
  socket.pause()
  socket.write(message.replaceAll('\n', '\r\n'))
  return socket
}

const piece = Buffer.alloc(64 * 1024, 32)
type PourProgress = { into: Writable; pieces: number }

/** Writes up to `most` pieces, each when the stream accepts it. */
function pour(into: Writable, most: number, end = () => {}): PourProgress {
  const progress = { into, pieces: 0 }
  const more = () => {
    while (progress.pieces < most && !into.destroyed) {
      progress.pieces += 1
      if (!into.write(piece)) return void into.once('drain', more)
    }
    end()
  }
  more()
  return progress
}

const upload = (headers: string) =>
  `POST /api/files HTTP/1.1\nHost: x\nCookie: apiToken=t-1\nSec-Fetch-Site: same-origin\nContent-Type: multipart/form-data; boundary=b\n${headers}\n\n`
const post = (headers: string) =>
  `POST /api/sizes HTTP/1.1\nHost: x\nCookie: apiToken=t-1\nContent-Type: application/json\nConnection: close\n${headers}\n\n`

describe('A proxied call', () => {
  test('streams the answer as it arrives', async () => {
    let finish: () => void = () => undefined
    upstream.on('GET /slow', (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write('[1,')
      finish = () => res.end('2]')
    })
    const client = await openClient('GET /api/slow HTTP/1.1\nHost: x\nConnection: close\n\n')
    client.setEncoding('utf8')
    let text = ''
    client.on('data', (chunk: string) => (text += chunk)).resume()
    await expect.poll(() => text).toContain('[1,')
    finish()
    await once(client, 'close')
    expect(text).toContain('2]')
  })

  test('streams the body as it arrives', async () => {
    upstream.leaveBodies()
    let received = ''
    upstream.onAny((req, res) => {
      req.on('data', (chunk: Buffer) => (received += String(chunk)))
      req.on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
    })
    const client = await openClient(upload('Content-Length: 6\nConnection: close'))
    client.write('abc')
    await expect.poll(() => received).toBe('abc')
    client.write('def')
    client.resume()
    await once(client, 'close')
    expect(received).toBe('abcdef')
  })

  test('does not read an answer faster than the client does', async () => {
    const progress: PourProgress[] = []
    upstream.on('GET /big', (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      progress.push(pour(res, 400, () => res.end()))
    })
    const head = 'GET /api/big HTTP/1.1\nHost: x\nConnection: close\n\n'
    const client = await openClient(head)
    await upstream.until(() => upstream.calls.length === 1)
    // Once the reading client has everything, the paused one has had enough time, too.
    const reading = await openClient(head)
    reading.resume()
    await once(reading, 'close')
    expect(progress.map(({ into }) => into.writableNeedDrain)).toEqual([true, false])
    expect(progress[0]?.pieces).toBeLessThan(200)
    expect(progress[1]?.pieces).toBe(400)
    let read = 0
    client.on('data', (data: Buffer) => (read += data.length)).resume()
    await once(client, 'close')
    expect(read).toBeGreaterThan(400 * piece.length)
  })

  test('does not read a body faster than the platform does', async () => {
    upstream.leaveBodies()
    const received: IncomingMessage[] = []
    upstream.onAny((req, res) => {
      received.push(req.pause())
      req.once('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
      if (received.length > 1) req.resume()
    })
    const send = async () => {
      const headers = `Content-Length: ${600 * piece.length}\nConnection: close`
      const client = await openClient(upload(headers))
      return { client: client.resume(), poured: pour(client, 600) }
    }
    const paused = await send()
    await upstream.until(() => upstream.calls.length === 1)
    // Once the platform has read the other body, the paused one has had enough time, too.
    const other = await send()
    await once(other.client, 'close')
    expect(other.poured.pieces).toBe(600)
    expect(received[0]?.isPaused()).toBe(true)
    expect(paused.client.writableNeedDrain).toBe(true)
    expect(paused.poured.pieces).toBeLessThan(300)
    received[0]?.resume()
    await once(paused.client, 'close')
    expect(paused.poured.pieces).toBe(600)
  })

  test.each([
    ['before the answer', play.never()],
    ['in the middle of the answer', play.drip(20)],
  ])('ends within 1 s when the client leaves %s', async (_when, answer) => {
    upstream.on('GET /slow', answer)
    const client = await openClient('GET /api/slow HTTP/1.1\nHost: x\n\n')
    await upstream.until(() => upstream.calls.length === 1)
    const leftAt = performance.now()
    client.destroy()
    await upstream.until(() => upstream.cancelled.includes('/slow'))
    expect(performance.now() - leftAt).toBeLessThan(5000) // 1 s of a quiet machine
  })

  test('ends when the client leaves in the middle of the body', async () => {
    upstream.leaveBodies()
    upstream.onAny((req) => void req.resume())
    const client = await openClient(upload('Content-Length: 1000'))
    client.write('half')
    await upstream.until(() => upstream.calls.length === 1)
    client.destroy()
    await upstream.until(() => upstream.cancelled.length === 1)
  })

  test.each([
    ['with a length', { 'content-length': '1000' }],
    ['without a length', undefined],
  ])('breaks off when the platform breaks off an answer %s', async (_what, headers) => {
    upstream.on('GET /broken', play.breakOff(headers))
    const client = await openClient('GET /api/broken HTTP/1.1\nHost: x\n\n')
    client.setEncoding('utf8')
    let text = ''
    client.on('data', (chunk: string) => (text += chunk)).resume()
    await once(client, 'close')
    expect(text).toContain('200 OK')
    expect(text.endsWith('0\r\n\r\n')).toBe(false)
  })
})

describe('Size limits', () => {
  test('headers of more than 16 kB are 431', async () => {
    const header = (length: number) => `X-Long: ${'x'.repeat(length)}\n`
    const get = (more: string) =>
      sendRaw(running.port, `GET /api/a HTTP/1.1\nHost: x\nConnection: close\n${more}\n`)
    expect(parseStatus(await get(header(15_000)))).toBe(200)
    expect(parseStatus(await get(header(16_400)))).toBe(431)
    expect(upstream.calls).toHaveLength(1)
  })

  test('a JSON body of more than 1 MB is 413, without a call to the platform', async () => {
    const answer = await sendRaw(running.port, `${post('Content-Length: 1000001')}`)
    expect(parseStatus(answer)).toBe(413)
    expect(answer).toContain('"code":"too_large"')
    expect(upstream.calls).toEqual([])
    expect(
      parseStatus(
        await sendRaw(running.port, post('Content-Length: 1000000') + ' '.repeat(1_000_000)),
      ),
    ).toBe(200)
  })

  test('a chunked JSON body of more than 1 MB is 413, too', async () => {
    const chunk = `${(500_000).toString(16)}\n${' '.repeat(500_000)}\n`
    const answer = await sendRaw(
      running.port,
      `${post('Transfer-Encoding: chunked')}${chunk.repeat(2)}1\n \n0\n\n`,
    )
    expect(parseStatus(answer)).toBe(413)
    expect(upstream.calls).toEqual([])
  })

  test('an upload is streamed and may have 50 MB plus its form, but not more', async () => {
    upstream.leaveBodies()
    let received = 0
    upstream.onAny((req, res) => {
      req.on('data', (chunk: Buffer) => (received += chunk.length))
      req.on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
    })
    const client = await openClient(
      upload(`Content-Length: ${sizeLimits.upload}\nConnection: close`),
    )
    const chunk = Buffer.alloc(100_000)
    for (let index = 0; index < 500; index += 1) {
      if (!client.write(chunk)) await once(client, 'drain')
      // The first part arrives before the rest is sent.
      if (index === 100) await expect.poll(() => received).toBeGreaterThan(5_000_000)
    }
    client.write(Buffer.alloc(sizeLimits.upload - 500 * chunk.length))
    client.resume()
    await once(client, 'close')
    expect(received).toBe(sizeLimits.upload)
    expect(
      parseStatus(
        await sendRaw(
          running.port,
          upload(`Content-Length: ${sizeLimits.upload + 1}\nConnection: close`),
        ),
      ),
    ).toBe(413)
  })

  test('JSON has its own limit on upload calls, too', async () => {
    const message = post('Content-Length: 1000001').replace('/api/sizes', '/api/themes/7/upload')
    expect(parseStatus(await sendRaw(running.port, message))).toBe(413)
  })

  test('a connection stays open after a rejected body', async () => {
    const body = 'x'.repeat(1_000_001)
    const answer = await sendRaw(
      running.port,
      `${post('Content-Length: 1000001').replace('Connection: close\n', '')}${body}GET /healthz HTTP/1.1\nHost: x\nConnection: close\n\n`,
    )
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })
})
