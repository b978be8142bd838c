import autocannon from 'autocannon'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startConsole, getProgramPath, startMeasuredProgram } from './measuredProgram.ts'
import { recordAnswers } from './recordAnswers.ts'

import type { Row } from './table.ts'

const seconds = 20
const paths = ['/stores', '/sizes', '/dashboard', '/api/stores', '/api/sizes', '/api/members']

/**
 * The load on the console: 50 connections, at the rate of the rolling restarts or without a pause.
 */
const loads = [
  { name: '100 requests/s', options: { overallRate: 100 } },
  { name: '50 connections, no rate limit', options: {} },
]

/** Measures the console's peak memory while it serves pages and lists. */
export async function runMemoryBench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const answersFile = join(folder, 'answers.json')
  const recordings = await recordAnswers(paths, { isReturning: true })
  const answers = Object.assign({}, ...recordings.map(({ answers }) => answers))
  await writeFile(answersFile, JSON.stringify(answers))
  const upstream = await startMeasuredProgram(getProgramPath('upstream.mjs'), {
    ANSWERS: answersFile,
  })
  const rows: Row[] = []
  for (const { name, options } of loads) {
    const console = await startConsole(upstream.url)
    const idleBytes = (await console.usage()).rss
    const requests = recordings.map(({ path, headers }) => ({ path, headers }))
    let clientCount = 0
    const load = autocannon({
      url: console.url,
      connections: 50,
      duration: seconds,
      requests,
      // Each client starts with a different request: fifty dashboards at once would exceed the
      // limit of queued platform calls (503).
      setupClient(client) {
        const first = clientCount++ % requests.length
        client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
      },
      ...options,
    })
    // autocannon's result has no `finally`.
    const { peak, result } = await measurePeakMemory(Promise.resolve(load), console)
    await console.stop()
    const { '2xx': successes, non2xx, errors } = result
    if (successes === 0 || non2xx + errors > 0)
      throw new Error(`${non2xx} error responses, ${errors} connection errors`)
    rows.push({
      title: `Console memory while serving pages and lists for ${seconds} s, ${name}`,
      result: `${toMegabytes(peak)} MB peak; ${toMegabytes(idleBytes)} MB before; ${successes} responses`,
      budget: '256 MB',
    })
  }
  await upstream.stop()
  await rm(folder, { recursive: true })
  return rows
}

export async function measurePeakMemory<T>(
  load: Promise<T>,
  program: Pick<Awaited<ReturnType<typeof startConsole>>, 'usage'>,
) {
  let peak = 0
  const loadEnd = new AbortController()
  // One request at a time, because a busy program answers late.
  const watchMemory = async () => {
    for (; !loadEnd.signal.aborted; await delay(100))
      peak = Math.max(peak, (await program.usage()).rss)
  }
  const watching = watchMemory()
  const result = await load.finally(() => loadEnd.abort())
  await watching
  return { peak, result }
}

export const toMegabytes = (bytes: number) => Math.round(bytes / 1e6)
