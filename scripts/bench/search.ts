import { Client } from 'pg'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { createSeededDatabase } from './createSeededDatabase.ts'
import { startPlatform } from './platform.ts'
import { searchTerms } from './searchTerms.ts'
import { median, percentile } from './table.ts'
import type { Row } from './table.ts'

const members = 1_000_000
// cspell:disable-next-line
const typos = 'gracia martinze rosi hughse lnag mullr obrein kowalksi fernandes yilmza'.split(' ')

/** Measures the search of everything among 240 stores and 1,000,000 members on PostgreSQL. */
export async function runSearchBench(): Promise<Row[]> {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const databaseUrl = await createSeededDatabase(postgres.url, 'search', members)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  await waitForWords(client)
  const { rows: orders } = await client.query('select number from orders order by id desc limit 20')
  const { rows: stores } = await client.query('select name, code from stores limit 40')
  await client.end()
  const headers = { authorization: `Bearer ${platform.token}` }
  const measureQuery = async (text: string) => {
    const startedAt = performance.now()
    const response = await fetch(`${platform.url}/search?q=${encodeURIComponent(text)}`, {
      headers,
    })
    const { data }: { data?: unknown[] } = await response.json()
    if (!data) throw new Error(`"${text}" failed with status ${response.status}`)
    return { text, ms: performance.now() - startedAt }
  }
  const terms = searchTerms.filter((term) => term.trim() !== '')
  for (const term of terms.slice(0, 20)) await measureQuery(term)
  const rows = [
    await measureQueries('names, parts of names, and unknown words', terms, measureQuery),
    await measureQueries('typos', typos, measureQuery),
    await measureQueries(
      'order numbers',
      orders.map(({ number }) => String(number)),
      measureQuery,
    ),
    await measureQueries(
      'names of stores',
      stores.map(({ name }) => String(name)),
      measureQuery,
    ),
  ]
  await platform.stop()
  await postgres.stop()
  return rows
}

/** Resolves when the platform has collected the words of names, which it does every minute. */
async function waitForWords(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from search_words_progress')
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function measureQueries(
  title: string,
  terms: readonly string[],
  measureQuery: (text: string) => Promise<{ text: string; ms: number }>,
): Promise<Row> {
  const times: { text: string; ms: number }[] = []
  for (const term of terms) times.push(await measureQuery(term))
  const all = times.map(({ ms }) => ms)
  const slowest = times.toSorted((one, other) => other.ms - one.ms)[0]
  return {
    title: `Search of everything with 1,000,000 members, ${terms.length} texts: ${title}`,
    result: `p95 ${percentile(all, 95).toFixed(0)} ms, p50 ${median(all).toFixed(0)} ms; the slowest, "${slowest?.text}", ${slowest?.ms.toFixed(0)} ms`,
    budget: 'p95 40 ms',
  }
}
