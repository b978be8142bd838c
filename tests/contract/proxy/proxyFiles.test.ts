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
async function answered(answer: Play, part = '') {
  const path = `/files/${++files}${part}`
  upstream.on(`GET ${path}`, answer)
  return fetch(`${running.url}/api${path}`)
}
const of = (type: string, disposition?: string): Play =>
  play.bytes(
    {
      'content-type': type,
      ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
    },
    Buffer.from('bytes'),
  )

test.each(Object.keys(fileTypes))(
  'a file of type %s is passed on, and nothing of it runs',
  async (type) => {
    const answer = await answered(of(type, 'attachment; filename="a"'))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('bytes')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': 'attachment; filename="a"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  },
)

test.each([undefined, 'inline', 'inline; filename="attachment"', 'attachments'])(
  'whatever the platform says, it is there to be saved: %s',
  async (disposition) => {
    const answer = await answered(of('application/pdf', disposition))
    expect(answer.headers.get('content-disposition')).toBe('attachment')
  },
)

test.each(['text/html', 'image/svg+xml', 'text/plain', 'application/octet-stream', 'video/mp4'])(
  'a file of type %s is none that there may be',
  async (type) => {
    expect((await answered(of(type))).status).toBe(502)
  },
)

test('a small picture is a picture', async () => {
  const answer = await answered(of('image/webp'), '/thumbnail')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/)
  expect((await answered(of('application/pdf'), '/thumbnail')).status).toBe(502)
  upstream.on('GET /sizes', of('image/webp'))
  expect((await fetch(`${running.url}/api/sizes`)).status).toBe(502)
})

test('an upload is a form, and no JSON', async () => {
  const form = new FormData()
  form.set('file', new Blob(['a,b']), 'a.csv')
  const headers = { Cookie: 'apiToken=t-1', 'Sec-Fetch-Site': 'same-origin' }
  const sent = (body: BodyInit, type?: string) =>
    fetch(`${running.url}/api/files?for=stores.logo`, {
      method: 'POST',
      body,
      headers: type === undefined ? headers : { ...headers, 'Content-Type': type },
    })
  upstream.on('POST /files', play.json(201, { id: 7 }))
  expect((await sent(form)).status).toBe(201)
  expect(upstream.calls.at(-1)?.body).toContain('filename="a.csv"')
  expect((await sent('{}', 'application/json')).status).toBe(415)
})
