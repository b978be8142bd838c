import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RequestHandler } from 'express'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { allowSlowBody } from '#server/console/edge/incomingBodies.ts'
import { sizeLimits } from '#server/console/edge/requestBody.ts'
import { createFormUpload } from '#server/console/proxy/formUpload.ts'
import { getPlatformCredentials } from '#server/console/proxy/platformCredentials.ts'
import { createUpstream } from '#server/console/proxy/upstream.ts'
import { createWebRequest } from '#server/console/render/webRequest.ts'
import { limits } from '#shared/limits.ts'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

const call = 'POST /files'
let platform: RecordingUpstream
let running: RunningConsole
let toPlatform: ReturnType<typeof createUpstream>
beforeAll(async () => {
  platform = await startRecordingUpstream()
  toPlatform = createUpstream({ apiBaseUrl: platform.url, upstreamTimeoutMs: 60_000 })
  running = await startConsoleServer({ upstream: platform.url, page: readPage })
  // A file of 50 MB holds this process up: a connection that idled meanwhile must not be closed just when a test uses it again.
  running.server.keepAliveTimeout = 0
})
afterAll(async () => {
  await running.stop()
  await toPlatform.close()
  await platform.stop()
})
afterEach(() => platform.calls.splice(0))

/** A page that answers with what its action would read. */
const readPage: RequestHandler = async (req, res) => {
  const asked = getPlatformCredentials(res)
  const { request, refusal } = await createWebRequest(req, 'http://console', {
    upload: res.locals['visitor'] ? createFormUpload({ upstream: toPlatform, asked }) : null,
    onUpload: () => allowSlowBody(res),
    limit: sizeLimits.jsonBody,
    take: () => {},
  })
  if (res.headersSent) return
  const form = request.method === 'POST' ? [...(await request.formData())] : []
  res
    .status(refusal?.status ?? 200)
    .json({ refusal: refusal?.text, form: Object.fromEntries(form) })
}

type Parts = [string, string | File][]
const held: Parts = [
  ['name', 'Köln'],
  ['logo.for', 'stores.logo'],
  ['logo', '3'],
  ['logo.label', 'old.png'],
]
const chosen = (content: BlobPart = 'bytes', name = 'new "x".png'): [string, File] => [
  'logo.file',
  new File([content], name),
]

async function send(parts: Parts, headers: Record<string, string> = { Cookie: 'apiToken=t-1' }) {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  const answer = await fetch(`${running.url}/sizes`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

test('a file of a form goes to the platform as the visitor, and its id comes in its place', async () => {
  platform.on(call, play.json(201, { id: 7, name: 'new.png' }))
  const { body } = await send([...held, ['logo.clear', '1'], chosen(), ['notes', 'typed after it']])
  expect(body.form).toEqual({
    name: 'Köln',
    'logo.for': 'stores.logo',
    logo: '7',
    'logo.label': 'new.png',
    notes: 'typed after it',
  })
  const [upload] = platform.calls
  expect(upload?.url).toBe('/files?for=stores.logo')
  expect(upload?.headers).toMatchObject({
    authorization: 'Bearer t-1',
    'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(upload?.body).toMatch(
    /name="file"; filename="new _?[^"]*x[^"]*\.png"\r\n[^]*\r\n\r\nbytes\r\n--/,
  )
})

test('an input that nothing was chosen with sends nothing', async () => {
  const { body } = await send([...held, chosen('', '')])
  expect(body.form).toEqual(Object.fromEntries(held))
  expect(platform.calls).toEqual([])
})

test.each([
  [
    'of another kind',
    play.json(422, {
      status: 422,
      code: 'invalid',
      title: 'No',
      fields: { logo: 'Logo: The file is PDF.' },
    }),
    'Logo: The file is PDF.',
  ],
  ['without a platform', play.reset(), "The platform isn't responding. Try again in a moment."],
  ['on a platform without files', play.json(404, {}), "This platform doesn't support files."],
])('a file %s is told, and nothing else of the form is lost', async (_why, answer, sentence) => {
  platform.on(call, answer)
  const { body } = await send([...held, chosen(), ['notes', 'typed after it']])
  expect(body.form).toMatchObject({ logo: '3', notes: 'typed after it', 'logo.refused': sentence })
})

test('a file of 50 MB passes; of one that is larger nothing is kept, and that is told at its field', async () => {
  platform.on(call, play.json(201, { id: 7, name: 'new.png' }))
  const most = new Uint8Array(limits.fileBytes)
  expect((await send([...held, chosen(most)])).body.form).toMatchObject({ logo: '7' })
  const { body } = await send([...held, chosen(new Blob([most, 'x'])), ['notes', 'after']])
  expect(body.form).toMatchObject({
    logo: '3',
    notes: 'after',
    'logo.refused': 'Logo: the file is larger than 50 MB. Select a smaller one.',
  })
})

test('texts stop at 1 MB as those of every form, and what is no form is told', async () => {
  expect(await send([...held, ['notes', 'x'.repeat(1_000_001)]])).toMatchObject({ status: 413 })
  const headers = { Cookie: 'apiToken=t-1', 'Sec-Fetch-Site': 'same-origin' }
  for (const [type, body] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
    ],
  ] as const) {
    const answer = await fetch(`${running.url}/sizes`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
      body,
    })
    expect(answer.status).toBe(400)
  }
})

test('who is not signed in, and a file for nothing, reach no platform', async () => {
  await send([...held, chosen()], {})
  await send([chosen()])
  await send([['other.for', 'stores.logo'], chosen()])
  expect(platform.calls).toEqual([])
})

const head = `POST /sizes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nCookie: apiToken=t-1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999\r\n\r\n`
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}`

test('a file may take longer than a form, which streams meanwhile; a form that does not come is given up', async () => {
  const hurried = await startConsoleServer({
    upstream: platform.url,
    page: readPage,
    bodies: { deadlineMs: 200 },
  })
  onTestFinished(hurried.stop)
  let arrived = ''
  platform.leaveBodies()
  platform.on(call, (req) => void req.on('data', (chunk) => (arrived += String(chunk))))
  const slow = connect(hurried.port, '127.0.0.1')
  await once(slow, 'connect')
  slow.write(
    head +
      part('name="logo.for"', 'stores.logo\r\n') +
      part('name="logo.file"; filename="a.png"', 'first'),
  )
  await expect.poll(() => arrived).toContain('first')
  const none = connect(hurried.port, '127.0.0.1')
  await once(none, 'connect')
  none.write(head + part('name="a"', 'b'))
  expect(await text(none)).toMatch(/^HTTP\/1.1 408 /)
  expect(slow.readableEnded).toBe(false)
  slow.destroy()
  await platform.until(() => platform.cancelled.includes('/files?for=stores.logo'))
})
