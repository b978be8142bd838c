import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '../support/servers/recordingUpstream.ts'

let upstream: RecordingUpstream
let running: RunningConsole
beforeAll(async () => {
  upstream = await startRecordingUpstream()
  running = await startConsoleServer({ upstream: upstream.url })
})
beforeEach(() => {
  upstream.calls.splice(0)
  upstream.on(call, play.json(200, {}))
})
afterAll(async () => {
  await running.stop()
  await upstream.stop()
})

const call = 'PUT /preferences/timeZone'
const next = '/sizes?filter[active][eq]=true'
const send = (body: string, to: string | null = next, cookie = 'apiToken=t-1') =>
  request(running.url)
    .post(`/time-zone${to === null ? '' : `?next=${encodeURIComponent(to)}`}`)
    .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
    .set('Content-Type', 'application/x-www-form-urlencoded')
    .send(body)

test('saves the time zone and returns to the page', async () => {
  const { status, headers } = await send('zone=Asia%2FTokyo')
  expect([status, headers['location']]).toEqual([303, `${next}&notice=zone-kept`])
  expect(upstream.calls).toMatchObject([
    { method: 'PUT', url: '/preferences/timeZone', body: '{"value":["Asia/Tokyo"]}' },
  ])
})

test.each([
  ['an unknown zone', 'zone=Europe%2FNowhere'],
  ['an empty form', ''],
  ['another field', 'place=UTC'],
  ['two zones', 'zone=UTC&zone=Asia%2FTokyo'],
  ['an overlong zone', `zone=${'x'.repeat(2000)}`],
])('%s opens the choice again with an error', async (_what, body) => {
  const { status, headers } = await send(body)
  expect([status, headers['location']]).toEqual([303, `${next}&timeZone=wrong`])
  expect(upstream.calls).toEqual([])
})

test.each([
  ['rejects the zone', play.json(403, { status: 403, code: 'forbidden', title: 'No' })],
  ['fails', play.json(500, {})],
  ['is unreachable', play.reset()],
])('when the platform %s, the choice opens again with the selected zone', async (_what, reply) => {
  upstream.on(call, reply)
  const { status, headers } = await send('zone=Asia%2FTokyo', '/sizes')
  expect([status, headers['location']]).toEqual([303, '/sizes?timeZone=Asia%2FTokyo'])
})

test.each([null, 'https://evil.example/', '//evil.example', '/\\evil.example'])(
  'opens the dashboard instead of a missing or foreign URL: %s',
  async (to) => {
    expect((await send('zone=UTC', to)).headers['location']).toBe('/dashboard?notice=zone-kept')
  },
)

test('a signed-out visitor or an ended session opens the sign-in page', async () => {
  expect((await send('zone=UTC', next, '')).headers['location']).toBe('/')
  expect(upstream.calls).toEqual([])
  upstream.on(call, play.json(401, {}))
  const ended = await send('zone=UTC')
  expect(ended.headers['location']).toBe('/')
})
