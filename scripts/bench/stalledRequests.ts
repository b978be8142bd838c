import autocannon from 'autocannon'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformPaths } from '#shared/engine/platformCalls.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { startConsole, getProgramPath, startMeasuredProgram } from './measuredProgram.ts'
import { createSizesPage } from './sizesPage.ts'

import type { Row } from './table.ts'

const stalledRequestCount = 640
const headers = { cookie: 'apiToken=t; storeId=1; userId=1', 'content-type': 'application/json' }

/** Request headers whose bodies never arrive, of visitors who are signed in or signed out. */
const requestHeads = [headers, { 'content-type': 'application/json' }].flatMap((visitorHeaders) =>
  ['Content-Length: 20', 'Transfer-Encoding: chunked'].map((length) =>
    [
      'POST /api/sizes HTTP/1.1',
      'Host: console',
      ...Object.entries(visitorHeaders).map(([name, value]) => `${name}: ${value}`),
      `${length}\r\n\r\n`,
    ].join('\r\n'),
  ),
)

/** Measures the latency of calls while many other requests are never completed. */
export async function runStalledRequestsBench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const answersFile = join(folder, 'answers.json')
  const answers = {
    '/sizes/1': createSizesPage(1).data[0],
    // The console asks for the session's account before a write.
    [platformPaths.details]: { user: { sIdentifier: operatorIdentifier } },
  }
  await writeFile(answersFile, JSON.stringify(answers))
  const upstream = await startMeasuredProgram(getProgramPath('upstream.mjs'), {
    ANSWERS: answersFile,
  })
  const console = await startConsole(upstream.url)
  const sockets = await Promise.all(
    Array.from({ length: stalledRequestCount }, (_, index) =>
      sendRequestHead(console.url, requestHeads[index % 4] ?? ''),
    ),
  )
  const result = await autocannon({
    url: `${console.url}/api/sizes/1`,
    connections: 8,
    duration: 10,
    requests: [
      { method: 'GET', headers },
      { method: 'PATCH', headers, body: '{}' },
    ],
  })
  for (const socket of sockets) socket.destroy()
  await Promise.all([console, upstream].map((program) => program.stop()))
  await rm(folder, { recursive: true })
  const { latency, '2xx': successes, non2xx, errors } = result
  if (successes === 0 || non2xx + errors > 0)
    throw new Error(`${non2xx} error responses, ${errors} connection errors`)
  return [
    {
      title: `Response time during ${stalledRequestCount} half-sent requests, 99th percentile`,
      result: `${latency.p99} ms over ${successes} calls`,
      budget: '200 ms',
    },
  ]
}

async function sendRequestHead(url: string, head: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined) // The console rejects some of these connections.
  await once(socket, 'connect')
  socket.write(head)
  return socket
}
