import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeEach(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
  upstream.on('POST /jobs/7/cancel', play.json(200, buildJob({ status: 'cancelled' })))
})
afterEach(async () => {
  await running.stop()
  await upstream.stop()
})

const form = { job: '7', change: 'cancel', writeKey: 'k-cancel-7' }

/** Sends the form of the jobs panel as a browser without JavaScript does. */
const post = (
  fields: Record<string, string> = form,
  { next = '/sizes?jobs=7', cookie = 'apiToken=t-1', site = 'same-origin' } = {},
) =>
  fetch(`${running.url}/jobs?next=${encodeURIComponent(next)}`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': site },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

describe('The jobs form without JavaScript', () => {
  test("sends one write with the form's key, and returns to the panel", async () => {
    const answer = await post()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sizes?jobs=7'])
    expect(upstream.calls.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/jobs/7/cancel'],
    ])
    expect(upstream.calls[0]?.headers).toMatchObject({
      'idempotency-key': 'k-cancel-7',
      authorization: 'Bearer t-1',
    })
  })

  test.each([
    [{ ...form, change: 'delete' }],
    [{ ...form, job: '7/undo?' }],
    [{ ...form, job: '-1' }],
    [{ job: '7', change: 'cancel' }],
  ])('rejects a malformed form: %j', async (fields) => {
    expect((await post(fields)).status).toBe(400)
    expect(upstream.calls).toEqual([])
  })

  test('shows why the platform rejects the change', async () => {
    const detail = 'This job is already finished.'
    upstream.on(
      'POST /jobs/7/cancel',
      play.json(409, { status: 409, code: 'wrong_state', title: 'No', detail }),
    )
    const answer = await post()
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(detail)
  })

  test.each([
    ['a foreign next URL', { next: 'https://example.com/' }, '/dashboard?jobs=7'],
    ['a signed-out visitor', { cookie: '' }, '/'],
  ])("redirects %s to one of the console's pages", async (_who, options, to) => {
    expect((await post(form, options)).headers.get('location')).toBe(to)
  })

  test('rejects another site', async () => {
    expect((await post(form, { site: 'cross-site' })).status).toBe(403)
    expect(upstream.calls).toEqual([])
  })

  test('opens the sign-in page when the session has ended', async () => {
    upstream.on(
      'POST /jobs/7/cancel',
      play.json(401, { status: 401, code: 'signed_out', title: 'No' }),
    )
    const answer = await post()
    expect(answer.headers.get('location')).toBe('/')
    expect(answer.headers.getSetCookie()).toHaveLength(3)
  })
})
