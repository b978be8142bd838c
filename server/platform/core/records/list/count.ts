import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import type { PageInfo } from '#shared/engine/platformCalls.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { RowQuery } from './rows.ts'

type CappedCount = Pick<PageInfo, 'total' | 'totalIsCapped'>

export const toCappedCount = (count: number): CappedCount => ({
  total: Math.min(count, limits.countCap),
  totalIsCapped: count > limits.countCap,
})

type CountQuery = Pick<RowQuery, 'table' | 'condition'>

/** Selects rows up to the count limit, plus one that shows there are more. */
const selectUpToCap = ({ table, condition }: CountQuery) =>
  sql`select 1 from ${table} where ${condition} limit ${limits.countCap + 1}`

const cachedCountMs = 30_000
const maxCachedCounts = 1000

const cappedCountCache = new WeakMap<Connection, Map<string, number>>()

/**
 * Counts rows up to a limit, so that no count scans a table (screens.md, "Every list"). A count
 * that reached the limit is cached for 30 seconds.
 */
export async function countRows(connection: Connection, query: CountQuery): Promise<CappedCount> {
  const [count] = await countEach(connection, [query])
  return toCappedCount(count ?? 0)
}

/** Counts the rows of each of these queries like `countRows`, with one query for all. */
export async function countEach(
  connection: Connection,
  queries: readonly CountQuery[],
): Promise<number[]> {
  const cachedCounts = cappedCountCache.get(connection) ?? new Map<string, number>()
  cappedCountCache.set(connection, cachedCounts)
  const counts = queries.map((query, index) => {
    const rows = selectUpToCap(query)
    const { sql: text, parameters } = rows.compile(connection)
    // The key is hashed because a search may contain ten thousand IDs.
    const key = createHash('sha256')
      .update(JSON.stringify([text, parameters]))
      .digest('base64')
    const isCapped = Date.now() - (cachedCounts.get(key) ?? -Infinity) < cachedCountMs
    const column = `n${index}`
    return {
      key,
      isCapped,
      column,
      select: sql`(select count(*) from (${rows}) as counted) as ${sql.id(column)}`,
    }
  })
  const uncached = counts.filter(({ isCapped }) => !isCapped)
  const [found = {}] =
    uncached.length === 0
      ? []
      : (
          await sql<Record<string, number>>`
            select ${sql.join(uncached.map(({ select }) => select))}`.execute(connection)
        ).rows
  return counts.map(({ key, isCapped, column }) => {
    if (isCapped) return limits.countCap + 1
    const count = Number(found[column] ?? 0)
    cachedCounts.delete(key)
    if (count > limits.countCap) cachedCounts.set(key, Date.now())
    const [oldest] = cachedCounts.keys()
    if (oldest !== undefined && cachedCounts.size > maxCachedCounts) cachedCounts.delete(oldest)
    return count
  })
}
