import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startConsole, own, startMeasured } from './program.ts'
import { duel } from './duel.ts'
import { sizesPage } from './samples.ts'

import type { Row } from './table.ts'

const calls = [
  { what: 'a list of 50 rows', path: '/sizes' },
  { what: 'one record', path: '/sizes/1' },
]

/**
 * Compares the CPU time of a GET through `/api` to a bare pass-through (node:http and undici), with
 * the same upstream.
 */
export async function proxy(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const answers = join(folder, 'answers.json')
  await writeFile(
    answers,
    JSON.stringify({ '/sizes': sizesPage(50), '/sizes/1': sizesPage(1).data[0] }),
  )
  const upstream = await startMeasured(own('upstream.mjs'), { ANSWERS: answers })
  const console = await startConsole(upstream.url)
  const bare = await startMeasured(own('passThrough.mjs'), { API_BASE_URL: upstream.url })
  const rows: Row[] = []
  for (const { what, path } of calls) {
    const side = { path: `/api${path}`, headers: signedIn }
    const { subjectMs, baselineMs, ratio } = await duel(
      { program: console, ...side },
      { program: bare, ...side },
      { amount: 4000, rounds: 9 },
    )
    rows.push({
      what: `CPU of a proxied GET, ${what}`,
      measured: `${ratio.toFixed(2)} (${Math.round(subjectMs * 1000)} µs / ${Math.round(baselineMs * 1000)} µs)`,
      budget: '1.6 times a bare undici pass-through',
    })
  }
  await Promise.all([console, bare, upstream].map((program) => program.stop()))
  await rm(folder, { recursive: true })
  return rows
}

const signedIn = { cookie: `apiToken=${'t'.repeat(43)}; storeId=1; userId=1` }
