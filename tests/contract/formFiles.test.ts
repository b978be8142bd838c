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
let uploadUpstream: ReturnType<typeof createUpstream>
beforeAll(async () => {
  platform = await startRecordingUpstream()
  uploadUpstream = createUpstream({ apiBaseUrl: platform.url, upstreamTimeoutMs: 60_000 })
  running = await startConsoleServer({ upstream: platform.url, page: readPage })
  // A file of 50 MB blocks this process. Without a timeout, the server can't close an idle
  // connection just when a test uses it again.
  running.server.keepAliveTimeout = 0
})
afterAll(async () => {
  await running.stop()
  await uploadUpstream.close()
  await platform.stop()
})
afterEach(() => platform.calls.splice(0))

/** A page that answers with the form that its action would read. */
const readPage: RequestHandler = async (req, res) => {
  const credentials = getPlatformCredentials(res)
  const { request, refusal } = await createWebRequest(req, 'http://console', {
    upload: res.locals['visitor']
      ? createFormUpload({ upstream: uploadUpstream, asked: credentials })
      : null,
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
const storedFields: Parts = [
  ['name', 'Köln'],
  ['logo.for', 'stores.logo'],
  ['logo', '3'],
  ['logo.label', 'old.png'],
]
const buildFilePart = (content: BlobPart = 'bytes', name = 'new "x".png'): [string, File] => [
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

test("a form's file is uploaded to the platform as the visitor, and its ID replaces it", async () => {
  platform.on(call, play.json(201, { id: 7, name: 'new.png' }))
  const { body } = await send([
    ...storedFields,
    ['logo.clear', '1'],
    buildFilePart(),
    ['notes', 'typed after it'],
  ])
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

test('an empty file input uploads nothing', async () => {
  const { body } = await send([...storedFields, buildFilePart('', '')])
  expect(body.form).toEqual(Object.fromEntries(storedFields))
  expect(platform.calls).toEqual([])
})

test.each([
  [
    'of a wrong type',
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
])('a file %s shows an error, and the rest of the form is kept', async (_why, answer, sentence) => {
  platform.on(call, answer)
  const { body } = await send([...storedFields, buildFilePart(), ['notes', 'typed after it']])
  expect(body.form).toMatchObject({ logo: '3', notes: 'typed after it', 'logo.refused': sentence })
})

test('a file of 50 MB passes, and a larger one shows an error at its field', async () => {
  platform.on(call, play.json(201, { id: 7, name: 'new.png' }))
  const largestFile = new Uint8Array(limits.fileBytes)
  expect((await send([...storedFields, buildFilePart(largestFile)])).body.form).toMatchObject({
    logo: '7',
  })
  const { body } = await send([
    ...storedFields,
    buildFilePart(new Blob([largestFile, 'x'])),
    ['notes', 'after'],
  ])
  expect(body.form).toMatchObject({
    logo: '3',
    notes: 'after',
    'logo.refused': 'Logo: the file is larger than 50 MB. Select a smaller one.',
  })
})

test('texts above 1 MB are 413 as in every form, and a malformed form is 400', async () => {
  expect(await send([...storedFields, ['notes', 'x'.repeat(1_000_001)]])).toMatchObject({
    status: 413,
  })
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

test('a signed-out visitor and a file without a field upload nothing', async () => {
  await send([...storedFields, buildFilePart()], {})
  await send([buildFilePart()])
  await send([['other.for', 'stores.logo'], buildFilePart()])
  expect(platform.calls).toEqual([])
})

const unfinishedFiles = {
  'that no field takes':
    '--b\r\nContent-Disposition: form-data; name="x"; filename="a.png"\r\n\r\nab',
  'without a name':
    '--b\r\nContent-Disposition: form-data; name="logo.file"; filename=""\r\n\r\nab',
  'of a field':
    '--b\r\nContent-Disposition: form-data; name="logo.for"\r\n\r\nstores.logo\r\n--b\r\nContent-Disposition: form-data; name="logo.file"; filename="a.png"\r\n\r\nab',
}

test.each(Object.entries(unfinishedFiles))(
  'a form that ends within a file %s is rejected, and the console goes on',
  async (_which, body) => {
    for (const cookie of ['apiToken=t-1', '']) {
      const answer = await fetch(`${running.url}/sizes`, {
        method: 'POST',
        headers: {
          'Content-Type': 'multipart/form-data; boundary=b',
          'Sec-Fetch-Site': 'same-origin',
          Cookie: cookie,
        },
        body,
        redirect: 'manual',
      })
      expect([303, 400]).toContain(answer.status)
      await answer.text()
    }
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  },
)

const head = `POST /sizes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nCookie: apiToken=t-1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999\r\n\r\n`
const formatPart = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}`

test('an upload may exceed the deadline of a form while it streams, and a stalled form is 408', async () => {
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
      formatPart('name="logo.for"', 'stores.logo\r\n') +
      formatPart('name="logo.file"; filename="a.png"', 'first'),
  )
  await expect.poll(() => arrived).toContain('first')
  const idle = connect(hurried.port, '127.0.0.1')
  await once(idle, 'connect')
  idle.write(head + formatPart('name="a"', 'b'))
  expect(await text(idle)).toMatch(/^HTTP\/1.1 408 /)
  expect(slow.readableEnded).toBe(false)
  slow.destroy()
  await platform.until(() => platform.cancelled.includes('/files?for=stores.logo'))
})
