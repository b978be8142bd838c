import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startConsole, getProgramPath, startMeasuredProgram } from './measuredProgram.ts'
import { compareCpuTimes } from './comparison.ts'
import { createSizesPage } from './sizesPage.ts'

import type { Row } from './table.ts'

const calls = [
  { title: 'a list of 50 rows', path: '/sizes' },
  { title: 'one record', path: '/sizes/1' },
]

/**
 * Compares the CPU time of a GET through `/api` to a bare pass-through (node:http and undici), with
 * the same upstream.
 */
export async function runProxyBench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const answersFile = join(folder, 'answers.json')
  await writeFile(
    answersFile,
    JSON.stringify({ '/sizes': createSizesPage(50), '/sizes/1': createSizesPage(1).data[0] }),
  )
  const upstream = await startMeasuredProgram(getProgramPath('upstream.mjs'), {
    ANSWERS: answersFile,
  })
  const console = await startConsole(upstream.url)
  const bareServer = await startMeasuredProgram(getProgramPath('passThrough.mjs'), {
    API_BASE_URL: upstream.url,
  })
  const rows: Row[] = []
  for (const { title, path } of calls) {
    const target = { path: `/api${path}`, headers: signedInHeaders }
    const { subjectMs, baselineMs, ratio } = await compareCpuTimes(
      { program: console, ...target },
      { program: bareServer, ...target },
      { amount: 4000, rounds: 9 },
    )
    rows.push({
      title: `CPU of a proxied GET, ${title}`,
      result: `${ratio.toFixed(2)} (${Math.round(subjectMs * 1000)} µs / ${Math.round(baselineMs * 1000)} µs)`,
      budget: '1.6 times a bare undici pass-through',
    })
  }
  await Promise.all([console, bareServer, upstream].map((program) => program.stop()))
  await rm(folder, { recursive: true })
  return rows
}

const signedInHeaders = { cookie: `apiToken=${'t'.repeat(43)}; storeId=1; userId=1` }
