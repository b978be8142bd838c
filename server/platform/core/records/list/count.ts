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
export const selectUpToCap = ({ table, condition }: CountQuery) =>
  sql`select 1 from ${table} where ${condition} limit ${limits.countCap + 1}`

const cachedCountMs = 30_000
const maxCachedCounts = 1000

const cappedCountCache = new WeakMap<Connection, Map<string, number>>()

/**
 * Counts rows up to a limit, so that no count scans a table (screens.md, "Every list"). A count
 * that reached the limit is cached for 30 seconds.
 */
export async function countRows(
  connection: Connection,
  { table, condition }: CountQuery,
): Promise<CappedCount> {
  const query = sql<{ count: number }>`
    select count(*) as count from (${selectUpToCap({ table, condition })}) as counted
  `
  const compiled = query.compile(connection)
  // The key is hashed because a search may contain ten thousand IDs.
  const queryText = JSON.stringify([compiled.sql, compiled.parameters])
  const key = createHash('sha256').update(queryText).digest('base64')
  const cachedCounts = cappedCountCache.get(connection) ?? new Map<string, number>()
  cappedCountCache.set(connection, cachedCounts)
  if (Date.now() - (cachedCounts.get(key) ?? -Infinity) < cachedCountMs)
    return toCappedCount(limits.countCap + 1)

  const { rows } = await connection.executeQuery<{ count: number }>(compiled)
  const total = toCappedCount(rows[0]?.count ?? 0)
  cachedCounts.delete(key)
  if (total.totalIsCapped) cachedCounts.set(key, Date.now())
  const [oldest] = cachedCounts.keys()
  if (oldest !== undefined && cachedCounts.size > maxCachedCounts) cachedCounts.delete(oldest)
  return total
}
