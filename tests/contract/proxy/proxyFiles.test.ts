import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileTypes } from '#shared/format/fileTypes.ts'
import { startConsoleServer } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { Play, RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

let files = 0
async function fetchFile(answer: Play, part = '') {
  const path = `/files/${++files}${part}`
  upstream.on(`GET ${path}`, answer)
  return fetch(`${running.url}/api${path}`)
}
const playFile = (type: string, disposition?: string): Play =>
  play.bytes(
    {
      'content-type': type,
      ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
    },
    Buffer.from('bytes'),
  )

test.each(Object.keys(fileTypes))('a file of type %s is passed on in a sandbox', async (type) => {
  const answer = await fetchFile(playFile(type, 'attachment; filename="a"'))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('bytes')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': 'attachment; filename="a"',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test.each([undefined, 'inline', 'inline; filename="attachment"', 'attachments'])(
  'a file is a download even if the platform sends the disposition %s',
  async (disposition) => {
    const answer = await fetchFile(playFile('application/pdf', disposition))
    expect(answer.headers.get('content-disposition')).toBe('attachment')
  },
)

test.each(['text/html', 'image/svg+xml', 'text/plain', 'application/octet-stream', 'video/mp4'])(
  'a file of type %s is rejected with 502',
  async (type) => {
    expect((await fetchFile(playFile(type))).status).toBe(502)
  },
)

test('a thumbnail may only be an image, and only files have one', async () => {
  const answer = await fetchFile(playFile('image/webp'), '/thumbnail')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/)
  expect((await fetchFile(playFile('application/pdf'), '/thumbnail')).status).toBe(502)
  upstream.on('GET /sizes', playFile('image/webp'))
  expect((await fetch(`${running.url}/api/sizes`)).status).toBe(502)
})

test('an upload must be a form, not JSON', async () => {
  const form = new FormData()
  form.set('file', new Blob(['a,b']), 'a.csv')
  const headers = { Cookie: 'apiToken=t-1', 'Sec-Fetch-Site': 'same-origin' }
  const upload = (body: BodyInit, type?: string) =>
    fetch(`${running.url}/api/files?for=stores.logo`, {
      method: 'POST',
      body,
      headers: type === undefined ? headers : { ...headers, 'Content-Type': type },
    })
  upstream.on('POST /files', play.json(201, { id: 7 }))
  expect((await upload(form)).status).toBe(201)
  expect(upstream.calls.at(-1)?.body).toContain('filename="a.csv"')
  expect((await upload('{}', 'application/json')).status).toBe(415)
})
