import { Client } from 'pg'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { createCursor } from './createCursor.ts'
import { createSeededDatabase } from './createSeededDatabase.ts'
import { startPlatform } from './platform.ts'
import { searchTerms } from './searchTerms.ts'
import { median, percentile } from './table.ts'

import type { Row } from './table.ts'
export type List = Awaited<ReturnType<typeof startList>>

const rounds = 200
const sizes = { few: 1000, many: 1_000_000 }

/**
 * Compares member lists and searches of a small and a large database on PostgreSQL, with
 * alternating requests.
 */
export async function runListsBench(): Promise<Row[]> {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const few = await startList(await createSeededDatabase(postgres.url, 'few', sizes.few))
  const many = await startList(await createSeededDatabase(postgres.url, 'many', sizes.many))
  const rows: Row[] = []
  for (const { title, getQuery } of pages)
    rows.push(await compareList(title, getQuery, { few, many }))
  rows.push(...(await measureSearch(many)))
  await Promise.all([few, many].map((list) => list.stop()))
  await postgres.stop()
  return rows
}

const pages: { title: string; getQuery: (list: List) => string }[] = [
  { title: 'first page', getQuery: () => '' },
  { title: 'a page from the middle', getQuery: ({ cursors }) => `after=${cursors.ascending}` },
  {
    title: 'active members by name, descending, a page from the middle',
    getQuery: ({ cursors }) => `filter[active][eq]=1&sort=-name&after=${cursors.descending}`,
  },
  {
    title: 'members of the largest store, by name',
    getQuery: ({ largestStore }) => `filter[storeId][eq]=${largestStore}&sort=name`,
  },
  { title: 'by store', getQuery: () => 'sort=storeId' },
  { title: 'by store, newest first', getQuery: () => 'sort=storeId,-createdAt' },
  { title: 'active ones last, by name, descending', getQuery: () => 'sort=active,-name' },
]

async function startList(databaseUrl: string) {
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: stores } = await client.query(
    'select store_id as id from members group by 1 order by count(*) desc limit 1',
  )
  const { rows: middle } = await client.query(`select lower(name) as key, id from members
    order by 1, 2 offset (select count(*) / 2 from members) limit 1`)
  await client.end()
  const headers = { authorization: `Bearer ${platform.token}` }
  return {
    largestStore: Number(stores[0].id),
    cursors: {
      ascending: createCursor('name', middle[0]),
      descending: createCursor('-name', middle[0]),
    },
    stop: platform.stop,
    async measureQuery(query: string) {
      const startedAt = performance.now()
      const response = await fetch(`${platform.url}/members?limit=50&${query}`, { headers })
      const { data }: { data?: unknown[] } = await response.json()
      if (!data) throw new Error(`${query} failed with status ${response.status}`)
      return performance.now() - startedAt
    },
  }
}

async function compareList(
  title: string,
  getQuery: (list: List) => string,
  { few, many }: { few: List; many: List },
): Promise<Row> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let round = -20; round < rounds; round++) {
    const [fewMs, manyMs] = [
      await few.measureQuery(getQuery(few)),
      await many.measureQuery(getQuery(many)),
    ]
    if (round < 0) continue
    times.few.push(fewMs)
    times.many.push(manyMs)
  }
  const [fewMs, manyMs] = [median(times.few), median(times.many)]
  return {
    title: `List of 50 of 1,000,000 members, ${title}`,
    result: `${(manyMs / fewMs).toFixed(2)} (${manyMs.toFixed(1)} ms / ${fewMs.toFixed(1)} ms)`,
    budget: '1.2 times the same list of 1,000 members',
  }
}

async function measureSearch(many: List): Promise<Row[]> {
  const times: { term: string; ms: number }[] = []
  for (const term of searchTerms)
    times.push({ term, ms: await many.measureQuery(`search=${encodeURIComponent(term)}`) })
  const isShort = ({ term }: { term: string }) => [...term].length < 3
  return [
    createSearchRow(
      'three letters or more',
      times.filter((one) => !isShort(one)),
    ),
    createSearchRow('one or two letters', times.filter(isShort)),
  ]
}

function createSearchRow(title: string, times: { term: string; ms: number }[]): Row {
  const formatPercentile = (percent: number) =>
    percentile(
      times.map(({ ms }) => ms),
      percent,
    ).toFixed(0)
  const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]
  return {
    title: `Search of 1,000,000 members, ${times.length} terms with ${title}`,
    result: `p99 ${formatPercentile(99)} ms, p50 ${formatPercentile(50)} ms; the slowest, "${slowest?.term}", ${slowest?.ms.toFixed(0)} ms`,
    budget: 'p99 50 ms',
  }
}
