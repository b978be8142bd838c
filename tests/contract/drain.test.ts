import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseStatus, startConsoleServer } from '#tests/support/servers/consoleServer.ts'
import type { RunningConsole } from '#tests/support/servers/consoleServer.ts'
import { startRecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'
import type { RecordingUpstream } from '#tests/support/servers/recordingUpstream.ts'

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

/** Keeps the event loop busy until this time, as a page that takes long does. */
function blockUntil(time: number): void {
  while (performance.now() < time);
}

test('answers requests that wait to be accepted when a busy console stops accepting', async () => {
  const stopsAcceptingAt = performance.now() + 3000
  const drained = running.drain()
  // After the end of a turn, timers run before the event loop looks for connections.
  await nextTurn()
  const requests = Array.from({ length: 5 }, async () => {
    const socket = connect(running.port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    return parseStatus(await text(socket))
  })
  process.nextTick(blockUntil, stopsAcceptingAt + 100)
  expect(await Promise.all(requests)).toEqual([200, 200, 200, 200, 200])
  await drained
})
