import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRaw, startConsoleServer, parseStatus } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const publicOrigin = 'https://console.example.com'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({
    upstream: upstream.url,
    env: { PUBLIC_ORIGIN: publicOrigin },
  })
})
beforeEach(() => void upstream.calls.splice(0))
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

const post = (headers: Record<string, string>, path = '/api/sizes') =>
  request(running.url)
    .post(path)
    .set({ Cookie: session, ...headers })
    .send('{"name":"S"}')

const session = 'apiToken=t-1'
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('The source of a write', () => {
  test.each([
    ['Sec-Fetch-Site: same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
    [
      'Sec-Fetch-Site: same-origin with any Origin',
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    ],
    ['our own Origin without Sec-Fetch-Site', { Origin: publicOrigin }],
    ['JSON without either header', {}],
    [
      'JSON with a charset and without either header',
      { 'Content-Type': 'Application/JSON; charset=utf-8' },
    ],
  ])('allows %s', async (_what, headers) => {
    expect((await post({ ...json, ...headers })).status).toBe(200)
    expect(upstream.calls).toHaveLength(1)
  })

  test.each([
    ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['none', { 'Sec-Fetch-Site': 'none' }],
    ['an unknown site', { 'Sec-Fetch-Site': 'SAME-ORIGIN' }],
    ['cross-site with our Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: publicOrigin }],
    ['another Origin', { Origin: 'https://evil.example' }],
    ['our Origin in another case', { Origin: 'https://Console.example.com' }],
    ['our Origin with its port', { Origin: `${publicOrigin}:443` }],
    ['our Origin with a slash', { Origin: `${publicOrigin}/` }],
    ['our Origin on http', { Origin: 'http://console.example.com' }],
    ['Origin null', { Origin: 'null' }],
  ])('rejects %s with 403, without a call to the platform', async (_what, headers) => {
    const response = await post({ ...json, ...headers })
    expect(response.status).toBe(403)
    expect(response.body).toMatchObject({ status: 403, code: 'forbidden' })
    expect(upstream.calls).toEqual([])
  })

  test.each([
    ['a form', form],
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['JSON disguised as text', { 'Content-Type': 'text/plain; application/json' }],
    ['two types at once', { 'Content-Type': 'application/json, text/plain' }],
  ])('without Sec-Fetch-Site and Origin rejects %s with 403', async (_what, headers) => {
    expect((await post(headers)).status).toBe(403)
    expect((await post(headers, '/sizes')).status).toBe(403)
    expect(upstream.calls).toEqual([])
  })

  test('rejects a write without a body and without any of the three headers', async () => {
    expect((await request(running.url).delete('/api/sizes/1')).status).toBe(403)
    expect(upstream.calls).toEqual([])
  })

  test('rejects a write without waiting for its body', async () => {
    const answer = await sendRaw(
      running.port,
      'POST /api/sizes HTTP/1.1\nHost: x\nOrigin: https://evil.example\nContent-Length: 1000\nConnection: close\n\n{',
    )
    expect(parseStatus(answer)).toBe(403)
  })

  test('rejects a repeated Origin', async () => {
    const answer = await sendRaw(
      running.port,
      `POST /api/sizes HTTP/1.1\nHost: x\nOrigin: ${publicOrigin}\nOrigin: ${publicOrigin}\nContent-Type: application/json\nContent-Length: 2\nConnection: close\n\n{}`,
    )
    expect(parseStatus(answer)).toBe(403)
  })

  test('allows a signed-out visitor only what a link in an email allows', async () => {
    const body = '{"token":"t","password":"p"}'
    const send = (path: string) =>
      request(running.url)
        .post(path)
        .set({ ...json, 'Sec-Fetch-Site': 'same-origin' })
        .send(body)
    expect((await send('/api/invitations/check')).status).toBe(200)
    expect((await send('/api/invitations/accept')).status).toBe(200)
    expect((await send('/api/alertLinks/check')).status).toBe(200)
    expect((await send('/api/alertLinks/respond')).status).toBe(200)
    expect(upstream.calls.map(({ body: sent }) => String(sent))).toEqual(Array(4).fill(body))
    for (const path of ['/api/users/invitations', '/api/invitations', '/api/invitations/accept/1'])
      expect((await send(path)).status).toBe(401)
    expect(upstream.calls).toHaveLength(4)
  })

  test('is not checked for reads', async () => {
    const response = await request(running.url)
      .get('/api/sizes')
      .set({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })
    expect(response.status).toBe(200)
  })

  test('gets no CORS header, and preflights are rejected', async () => {
    upstream.onAny((_req, res) =>
      res
        .writeHead(200, {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
        })
        .end('{}'),
    )
    const read = await request(running.url).get('/api/sizes').set('Origin', 'https://evil.example')
    const preflight = await request(running.url)
      .options('/api/sizes')
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' })
    expect(preflight.status).toBe(405)
    for (const { headers } of [read, preflight])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('The type of a body', () => {
  const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' }

  test.each([
    ['a form', form],
    ['text', { 'Content-Type': 'text/plain' }],
    ['multipart', multipart],
    ['XML', { 'Content-Type': 'application/xml' }],
    ['a near miss', { 'Content-Type': 'application/jsonx' }],
  ])('/api rejects %s with 415', async (_what, type) => {
    const response = await post({ ...sameOrigin, ...type })
    expect(response.status).toBe(415)
    expect(response.body).toMatchObject({ status: 415, code: 'unsupported_type' })
    expect(upstream.calls).toEqual([])
  })

  test('/api rejects a body without a type with 415, and accepts a write without a body', async () => {
    const head = `Host: x\nSec-Fetch-Site: same-origin\nConnection: close`
    const typeless = `POST /api/sizes HTTP/1.1\n${head}\nContent-Length: 2\n\n{}`
    expect(parseStatus(await sendRaw(running.port, typeless))).toBe(415)
    expect(
      (
        await request(running.url)
          .delete('/api/sizes/1')
          .set({ ...sameOrigin, Cookie: session })
      ).status,
    ).toBe(200)
  })

  test('upload calls accept multipart and keep its boundary', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'
    const response = await request(running.url)
      .post('/api/themes/7/upload')
      .set({ ...sameOrigin, ...multipart, Cookie: session })
      .send(body)
    expect(response.status).toBe(200)
    expect(upstream.calls[0]).toMatchObject({
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
  })

  test('pages accept the two types of forms and reject others with 415', async () => {
    expect((await post({ ...sameOrigin, ...form }, '/sizes')).status).toBe(200)
    expect((await post({ ...sameOrigin, ...multipart }, '/sizes')).status).toBe(200)
    expect((await post({ ...sameOrigin, ...json }, '/sizes')).status).toBe(415)
    expect((await post({ ...sameOrigin, 'Content-Type': 'text/plain' }, '/sizes')).status).toBe(415)
  })

  test('pages reject other methods with 405', async () => {
    const response = await request(running.url)
      .put('/sizes')
      .set({ ...sameOrigin, ...json })
    expect(response.status).toBe(405)
    expect(response.get('Allow')).toBe('GET, HEAD, POST')
  })
})
