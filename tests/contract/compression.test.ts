import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPreferredEncoding } from '#server/console/edge/compression.ts'
import { sendRaw, startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const rows = { data: Array.from({ length: 200 }, (_, id) => ({ id, name: `Row ${id}` })) }
const json = JSON.stringify(rows)

let upstream: RecordingUpstream
let running: RunningConsole
let uncompressed: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
  uncompressed = await startConsoleServer({ upstream: upstream.url, env: { COMPRESSION: 'off' } })
})
afterAll(async () => {
  await Promise.all([running.stop(), uncompressed.stop()])
  await upstream.stop()
})
beforeEach(() => {
  upstream.on(
    'GET /rows',
    play.json(200, rows, { etag: '"5"', 'content-length': `${json.length}` }),
  )
  upstream.on('HEAD /rows', (_req, res) =>
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length }).end(),
  )
})

/** Fetches the raw answer: its status, its headers in lowercase, and the bytes of its body. */
async function fetchRaw(path: string, encodings: string, { at = running, method = 'GET' } = {}) {
  const socket = connect(at.port, '127.0.0.1')
  socket.write(
    `${method} ${path} HTTP/1.0\r\nHost: x\r\nAccept-Encoding: ${encodings}\r\n\r\n`,
    'latin1',
  )
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const answer = Buffer.concat(chunks)
  const end = answer.indexOf('\r\n\r\n')
  const [status = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n')
  return {
    status: Number(status.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 2)]
      }),
    ),
    body: answer.subarray(end + 4),
  }
}

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate, zstd', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.000', null],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, identity', null],
  ['br;q=nonsense', 'br'],
])('Accept-Encoding %s prefers %s', (header, preferred) => {
  expect(getPreferredEncoding(header)).toBe(preferred)
})

describe('JSON from the platform', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as %s, with the length of what is sent and a weak ETag', async (encoding, unpack) => {
    const { headers, body } = await fetchRaw('/api/rows', encoding)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
      etag: 'W/"5"',
      'content-type': 'application/json',
    })
    expect(headers['content-length']).toBe(String(body.length))
    expect(body.length).toBeLessThan(json.length / 3)
    expect(unpack(body).toString()).toBe(json)
  })

  test('is sent uncompressed to a client that accepts nothing else, with a Vary header', async () => {
    const { headers, body } = await fetchRaw('/api/rows', 'identity')
    expect(headers).toMatchObject({ 'content-length': `${json.length}`, vary: 'Accept-Encoding' })
    expect([headers['etag'], headers['content-encoding']]).toEqual(['"5"', undefined])
    expect(body.toString()).toBe(json)
  })

  test('HEAD has the same headers as GET', async () => {
    const { headers, body } = await fetchRaw('/api/rows', 'br', { method: 'HEAD' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(headers).not.toHaveProperty('content-length')
    expect(body.length).toBe(0)
  })

  test('is sent unchanged if it is small, an event stream, or already compressed', async () => {
    const zipped = gzipSync(json)
    upstream.on('GET /small', play.json(200, { ok: true }, { 'content-length': '11' }))
    upstream.on(
      'GET /zipped',
      play.bytes({ 'content-encoding': 'gzip', 'content-length': `${zipped.length}` }, zipped),
    )
    upstream.on(
      'GET /jobs/7/events',
      play.text(200, 'text/event-stream', 'data: 1\n\n'.repeat(500)),
    )
    const [small, given, events] = await Promise.all(
      ['/api/small', '/api/zipped', '/api/jobs/7/events'].map((path) => fetchRaw(path, 'br')),
    )
    expect(small?.headers).not.toHaveProperty('content-encoding')
    expect(given?.headers['content-encoding']).toBe('gzip')
    expect(given?.body.equals(zipped)).toBe(true)
    expect(events?.headers).not.toHaveProperty('content-encoding')
    expect(events?.body.toString()).toContain('data: 1')
  })

  test('is sent uncompressed with COMPRESSION=off', async () => {
    const { headers, body } = await fetchRaw('/api/rows', 'br', { at: uncompressed })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('vary')
    expect(body.toString()).toBe(json)
  })

  test('is streamed as it arrives', async () => {
    let finish: () => void = () => undefined
    upstream.on('GET /slow', (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write('[1,')
      finish = () => res.end('2]')
    })
    const answer = await fetch(`${running.url}/api/slow`, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('[1,')
    finish()
    expect((await reader?.read())?.value).toBe('2]')
  })

  test('does not look complete if the platform breaks off', async () => {
    upstream.on('GET /broken', play.breakOff())
    const headers = { 'accept-encoding': 'br' }
    const answer = fetch(`${running.url}/api/broken`, { headers }).then((given) => given.text())
    await expect(answer).rejects.toThrow()
  })

  test('is canceled when the client leaves', async () => {
    upstream.on('GET /endless', (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      const writeMore = () => {
        while (!res.destroyed)
          if (!res.write(' '.repeat(65_536))) return void res.once('drain', writeMore)
      }
      writeMore()
    })
    const leaving = new AbortController()
    const { signal } = leaving
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await fetch(`${running.url}/api/endless`, { headers, signal })
    await answer.body?.getReader().read()
    leaving.abort()
    await expect.poll(() => upstream.cancelled).toContain('/endless')
  })
})

test('the platform gets its own ETag back', async () => {
  upstream.on('PATCH /rows/1', play.json(200, {}))
  await sendRaw(
    running.port,
    'PATCH /api/rows/1 HTTP/1.0\nHost: x\nContent-Type: application/json\nCookie: apiToken=t; storeId=1; userId=1\nContent-Length: 2\nIf-Match: W/"5"\n\n{}',
  )
  const call = upstream.calls.find(({ method }) => method === 'PATCH')
  expect(call?.headers['if-match']).toBe('"5"')
})
