import autocannon from 'autocannon'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { createSeededDatabase } from './createSeededDatabase.ts'
import { toMegabytes, measurePeakMemory } from './memory.ts'
import { startPlatform } from './platform.ts'
import { startConsole } from './measuredProgram.ts'

import type { Row } from './table.ts'

const members = 200_000

/**
 * Measures the rows per second of an export of 200,000 members from PostgreSQL, and how much memory
 * it adds to both programs after a warm-up.
 */
export async function runExportsBench(): Promise<Row[]> {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const databaseUrl = await createSeededDatabase(postgres.url, 'exported', members)
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  const console = await startConsole(platform.url)
  const headers = { cookie: `apiToken=${platform.token}`, 'sec-fetch-site': 'same-origin' }
  const requests = ['/stores', '/sizes', '/api/members'].map((path) => ({ path, headers }))
  await autocannon({ url: console.url, connections: 10, duration: 8, requests })
  const countExportedLines = () => countLines(`${console.url}/api/members/export`, headers)
  await countExportedLines()

  const before = await Promise.all([platform.usage(), console.usage()])
  const startedAt = performance.now()
  const linesPromise = countExportedLines()
  const peaks = await Promise.all([
    measurePeakMemory(linesPromise, platform),
    measurePeakMemory(linesPromise, console),
  ])
  const seconds = (performance.now() - startedAt) / 1000
  const lines = await linesPromise
  await console.stop()
  await platform.stop()
  await postgres.stop()
  if (lines < members) throw new Error(`The export has ${lines} lines`)

  const rate = Math.round(lines / seconds).toLocaleString('en')
  return [
    {
      title: `Export of ${members.toLocaleString('en')} members, from PostgreSQL through both programs`,
      result: `${rate} rows/s; ${seconds.toFixed(1)} s`,
      budget: '20,000 rows/s',
    },
    ...['the platform', 'the console'].map((program, index) => {
      const rssBefore = before[index]?.rss ?? 0
      const growth = toMegabytes((peaks[index]?.peak ?? 0) - rssBefore)
      return {
        title: `Memory used by ${program} during that export`,
        result: `peak ${growth < 0 ? '' : '+'}${growth} MB over ${toMegabytes(rssBefore)} MB`,
        budget: '+30 MB',
      }
    }),
  ]
}

async function countLines(url: string, headers: Record<string, string>) {
  const { body, status } = await fetch(url, { headers })
  if (status !== 200 || !body) throw new Error(`An export failed with status ${status}`)
  let lines = 0
  for await (const chunk of body) for (const byte of chunk) if (byte === 10) lines++
  return lines
}
