import { Client } from 'pg'
import { startPostgres } from '#tests/support/postgres.ts'
import { startPlatform } from './platform.mjs'
import { searchTerms } from './searchTerms.mjs'
import { median, percentile } from './table.mjs'

/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {Awaited<ReturnType<typeof startList>>} List */

const rounds = 200
const sizes = { few: 1000, many: 1_000_000 }

/**
 * How lists of members fare as there are more of them, and how long a search takes, on PostgreSQL. Requests of both
 * databases take turns, so that both meet the same machine.
 *
 * @returns {Promise<Row[]>}
 */
export async function lists() {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const few = await startList(await seededDatabase(postgres.url, 'few', sizes.few))
  const many = await startList(await seededDatabase(postgres.url, 'many', sizes.many))
  /** @type {Row[]} */
  const rows = []
  for (const { what, address } of pages) rows.push(await compare(what, address, { few, many }))
  rows.push(...(await search(many)))
  await Promise.all([few, many].map((list) => list.stop()))
  await postgres.stop()
  return rows
}

/** @type {{ what: string, address: (list: List) => string }[]} */
const pages = [
  { what: 'first page', address: () => '' },
  { what: 'a page from the middle', address: ({ cursors }) => `after=${cursors.ascending}` },
  {
    what: 'active ones, by name descending, from the middle',
    address: ({ cursors }) => `filter[active][eq]=1&sort=-name&after=${cursors.descending}`,
  },
  {
    what: 'of the largest store, by name',
    address: ({ largestStore }) => `filter[storeId][eq]=${largestStore}&sort=name`,
  },
]

/** @param {string} databaseUrl */
async function startList(databaseUrl) {
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
      ascending: cursorAt('name', middle[0]),
      descending: cursorAt('-name', middle[0]),
    },
    stop: platform.stop,
    /**
     * Milliseconds until the whole answer is there.
     *
     * @param {string} query
     */
    async ask(query) {
      const began = performance.now()
      const response = await fetch(`${platform.url}/members?limit=50&${query}`, { headers })
      /** @type {{ data?: unknown[] }} */
      const { data } = await response.json()
      if (!data) throw new Error(`${query} was refused with ${response.status}`)
      return performance.now() - began
    },
  }
}

/**
 * A cursor as the platform makes them (server/platform/records/cursor.ts): nobody turns ten thousand pages here.
 *
 * @param {string} order
 * @param {{ key: string, id: number }} place
 */
const cursorAt = (order, { key, id }) =>
  Buffer.from(JSON.stringify([order, 'next', key, id])).toString('base64url')

/**
 * @param {string} what
 * @param {(list: List) => string} address
 * @param {{ few: List, many: List }} both
 * @returns {Promise<Row>}
 */
async function compare(what, address, { few, many }) {
  const times = { few: [0].slice(1), many: [0].slice(1) }
  for (let round = -20; round < rounds; round++) {
    const [fewMs, manyMs] = [await few.ask(address(few)), await many.ask(address(many))]
    if (round < 0) continue
    times.few.push(fewMs)
    times.many.push(manyMs)
  }
  const [fewMs, manyMs] = [median(times.few), median(times.many)]
  return {
    what: `list of 50 of 1,000,000 members, ${what}`,
    measured: `${(manyMs / fewMs).toFixed(2)} (${manyMs.toFixed(1)} ms / ${fewMs.toFixed(1)} ms)`,
    budget: '1.2 of the same list of 1,000 members',
  }
}

/**
 * @param {List} many
 * @returns {Promise<Row[]>}
 */
async function search(many) {
  /** @type {{ term: string, ms: number }[]} */
  const times = []
  for (const term of searchTerms)
    times.push({ term, ms: await many.ask(`search=${encodeURIComponent(term)}`) })
  const isShort = (/** @type {{ term: string }} */ { term }) => [...term].length < 3
  return [
    rowOf(
      'three letters and more',
      times.filter((one) => !isShort(one)),
    ),
    rowOf('one or two letters', times.filter(isShort)),
  ]
}

/**
 * @param {string} what
 * @param {{ term: string, ms: number }[]} times
 * @returns {Row}
 */
function rowOf(what, times) {
  const of = (/** @type {number} */ percent) =>
    percentile(
      times.map(({ ms }) => ms),
      percent,
    ).toFixed(0)
  const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]
  return {
    what: `search of 1,000,000 members, ${times.length} terms of ${what}`,
    measured: `p99 ${of(99)} ms, p50 ${of(50)} ms; the slowest, "${slowest?.term}", ${slowest?.ms.toFixed(0)} ms`,
    budget: 'p99 50 ms',
  }
}

/**
 * A database of its own on this server, with demo data; resolves to its DATABASE_URL.
 *
 * @param {string} serverUrl
 * @param {string} name
 * @param {number} members
 */
export async function seededDatabase(serverUrl, name, members) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const { seedDatabase } = await import('#server/platform/seed/seedDatabase.ts')
  const size = { stores: 240, members, orders: 0, logs: 0, days: 2 }
  await seedDatabase({ DATABASE_URL: url.href }, { size, seed: 7 })
  // What the server does by itself a minute later.
  const seeded = new Client({ connectionString: url.href })
  await seeded.connect()
  await seeded.query('vacuum analyze')
  await seeded.end()
  return url.href
}
