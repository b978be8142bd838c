import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConfirmedSessions } from '#server/console/signIn/confirmedSessions.ts'
import { sendRaw, startConsoleServer, parseStatus } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const check = 'GET /users/roles/details'
const playAccount = (sIdentifier: number) =>
  play.json(200, { user: { id: 1, storeId: 1, sIdentifier }, permissions: [] })

let now = 0
let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({
    upstream: upstream.url,
    sessions: new ConfirmedSessions(() => now),
  })
})
beforeEach(() => {
  now += 1_000_000
  upstream.calls.splice(0)
  upstream.sessionChecks.splice(0)
  upstream.on(check, playAccount(1))
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'

/** Every route that accepts a body from a signed-in visitor. */
const writes = [
  ['/api/sizes', 'application/json'],
  ['/api/files?for=stores.logo', multipart],
  ['/sizes', form],
  ['/sizes?password', form],
  ['/sizes', multipart],
  ['/', form],
  ['/nowhere', form],
  ['/time-zone', form],
  ['/jobs', form],
  ['/frames/giftCardTemplates/new/mail', form],
] as const
const isForm = (path: string) => !/^\/(api|frames)\//.test(path)

let tokens = 0
/** Sends only the head of a write. An answer proves that the console didn't wait for the body. */
const sendHead = (path: string, type: string, token = `t-${(tokens += 1)}`) =>
  sendRaw(
    running.port,
    `POST ${path} HTTP/1.1\nHost: x\nConnection: close\nSec-Fetch-Site: same-origin\nCookie: apiToken=${token}\nContent-Type: ${type}\nContent-Length: 1000\n\n`,
  )

describe('A write with an unconfirmed session', () => {
  test.each(writes)('%s (%s) is rejected before its body is read', async (path, type) => {
    upstream.on(check, play.json(401, { message: 'who?' }))
    const answer = await sendHead(path, type)
    expect(parseStatus(answer)).toBe(isForm(path) ? 303 : 401)
    if (isForm(path)) expect(answer).toMatch(/^location: \/\r$/im)
    expect(answer.match(/^set-cookie: (apiToken|storeId|userId)=;/gim)).toHaveLength(3)
    expect(upstream.calls).toEqual([])
  })

  test.each(writes)("%s (%s) is rejected if the account isn't an operator", async (path, type) => {
    upstream.on(check, playAccount(2))
    expect(parseStatus(await sendHead(path, type))).toBe(isForm(path) ? 303 : 401)
    expect(upstream.calls).toEqual([])
  })

  test.each([
    ['is down', play.reset(), 502],
    ['fails', play.json(500, {}), 502],
    ['is busy', play.json(503, {}, { 'retry-after': '40' }), 503],
    ['limits calls', play.json(429, {}, { 'retry-after': '40' }), 503],
    ['times out behind its own proxy', play.text(504, 'text/html', 'Gateway'), 502],
    ['has no such call', play.text(404, 'text/html', 'Cannot GET'), 502],
    ['answers a page', play.text(200, 'text/html', '<p>'), 502],
  ])('fails when the platform %s', async (_what, answer, status) => {
    upstream.on(check, answer)
    for (const [path, type] of writes) expect(parseStatus(await sendHead(path, type))).toBe(status)
    expect(upstream.calls).toEqual([])
  })

  test('a frame is rejected even when it is only read', async () => {
    upstream.on(check, play.json(401, {}))
    const answer = await fetch(`${running.url}/frames/giftCardTemplates/1/mail`, {
      headers: { cookie: 'apiToken=t' },
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(upstream.calls).toEqual([])
  })
})

describe('A confirmed session', () => {
  const write = (token: string) =>
    fetch(`${running.url}/api/sizes`, {
      method: 'POST',
      headers: { cookie: `apiToken=${token}`, 'content-type': 'application/json' },
      body: '{}',
    })

  test('is valid for less than 5 seconds', async () => {
    for (const [after, checks] of [
      [0, 1],
      [3900, 1],
      [200, 2],
    ] as const) {
      now += after
      expect((await write('lasting')).status).toBe(200)
      expect(upstream.sessionChecks).toHaveLength(checks)
    }
    expect(upstream.sessionChecks[0]?.headers).toMatchObject({ authorization: 'Bearer lasting' })
  })

  test('is valid from the request: a slow answer does not extend it', async () => {
    upstream.on(check, (req, res) => {
      now += 3000
      playAccount(1)(req, res)
    })
    await write('slow')
    now += 1500
    await write('slow')
    expect(upstream.sessionChecks).toHaveLength(2)
  })

  test('ends with a 401 of any call and with a sign-out', async () => {
    await write('ended')
    upstream.on('POST /sizes', play.json(401, {}), play.json(200, {}))
    await write('ended')
    await write('ended')
    expect(upstream.sessionChecks).toHaveLength(2)
    const signedOut = await fetch(`${running.url}/api/auth/logout`, {
      method: 'POST',
      headers: { cookie: 'apiToken=ended', 'sec-fetch-site': 'same-origin' },
    })
    // The browser deletes drafts and visited pages.
    expect(signedOut.headers.get('clear-site-data')).toBe('"storage"')
    await write('ended')
    expect(upstream.sessionChecks).toHaveLength(3)
  })

  test('is checked once per token for writes at the same time', async () => {
    await Promise.all(['one', 'one', 'one', 'two'].map(write))
    expect(upstream.sessionChecks).toHaveLength(2)
    expect(upstream.calls).toHaveLength(4)
  })

  test('is not checked for reads, sign-ins, or links that set a password', async () => {
    const cookie = 'apiToken=stale'
    const json = { cookie, 'content-type': 'application/json' }
    await fetch(`${running.url}/api/sizes`, { headers: { cookie } })
    for (const path of ['auth/login', 'invitations/check', 'invitations/accept', 'auth/logout'])
      await fetch(`${running.url}/api/${path}`, { method: 'POST', headers: json, body: '{}' })
    expect(upstream.sessionChecks).toEqual([])
  })
})

describe('The description of the calls', () => {
  const read = (path: string, cookie = '') =>
    fetch(running.url + path, { headers: { ...(cookie && { cookie }) } }).then(
      ({ status }) => status,
    )

  test.each([
    '/api/openapi.json',
    '/api/openapi.json?x',
    '/api/OpenAPI.json',
    '/api/openapi%2ejson',
  ])('%s is for signed-in visitors', async (path) => {
    expect(await read(path)).toBe(401)
    upstream.on(check, play.json(401, {}))
    expect(await read(path, 'apiToken=made-up')).toBe(401)
    expect(upstream.calls).toEqual([])
    upstream.on(check, playAccount(1))
    expect(await read(path, 'apiToken=real')).toBe(200)
  })
})
