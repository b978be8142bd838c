import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import { foldText, wordMark } from './foldText.ts'
import type { SqlCondition } from './conditions.ts'
import { countRows } from './count.ts'
import { buildKeysetRanges } from './keyset.ts'
import type { PageQuery } from './page.ts'
import { loadRows, chooseScan } from './rows.ts'
import type { SortedRow } from './rows.ts'
import { buildKeysetOrder } from './sortOrder.ts'

/**
 * Loads one page of search results by closeness: fields equal to the text first, then fields that
 * start with it, then the rest.
 */
export async function loadClosestMatches(connection: Connection, search: string, query: PageQuery) {
  const { columns, sortColumns, sort, limit, condition, addFields = async (data) => data } = query
  const order = buildKeysetOrder(sort, sortColumns)
  async function readNearest() {
    const rows: SortedRow[] = []
    for (const near of buildNearnessConditions(search)) {
      const remaining = limit - rows.length
      if (remaining === 0) break
      const nearQuery = {
        ...query,
        condition: sql<boolean>`${condition} and ${near}`,
        limit: remaining,
      }
      const scan = await chooseScan(connection, nearQuery)
      const matches = await loadRows(
        connection,
        nearQuery,
        order,
        buildKeysetRanges(order, null),
        scan,
      )
      rows.push(...matches.slice(0, remaining))
    }
    return addFields(
      rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]]))),
    )
  }
  const [total, data] = await Promise.all([countRows(connection, query), readNearest()])
  return { data, page: { next: null, previous: null, from: data.length > 0 ? 1 : null, ...total } }
}

/**
 * Builds the conditions from closest to farthest. The search text has a line per field and a mark
 * before each word (`folding.ts`). The `#` of a number is optional.
 */
function buildNearnessConditions(search: string): SqlCondition[] {
  const words = foldText(search).split(' ').filter(Boolean)
  const typed = words.map((word) => word.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&'))
  // A first and a last name are two fields.
  const beginning = `(^|\n) ${wordMark}#?${typed.join(`\n? ${wordMark}`)}`
  const text = sql.ref('searchText')
  const begins = sql<boolean>`${text} ~ ${beginning}`
  const isEqual = sql<boolean>`${text} ~ ${`${beginning}( ${wordMark})?\n`}`
  return [isEqual, sql`${begins} and not ${isEqual}`, sql`not ${begins}`]
}
