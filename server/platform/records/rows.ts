import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Connection } from '../schema.ts'
import type { Cursor } from './cursor.ts'
import { orderBy } from './keyset.ts'
import type { Order } from './keyset.ts'

/** Which rows of a table, and how many. */
export type RowQuery = {
  table: string
  columns: readonly string[]
  condition: RawBuilder<boolean>
  /** The length of the longest text that the condition looks for a part of, where it does. */
  sought?: number | undefined
  limit: number
}

export type Row = { [column: string]: unknown; sortKey: Cursor['key']; id: number }

type Select = (query: RowQuery, order: Order, range: RawBuilder<boolean>) => RawBuilder<Row>

/**
 * The rows of these ranges, which follow each other in the order; one more than `limit`, where there are so many: whether
 * there is a further page.
 */
export async function readRows(
  connection: Connection,
  query: RowQuery,
  order: Order,
  ranges: readonly RawBuilder<boolean>[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const range of ranges) {
    const missing = query.limit + 1 - rows.length
    if (missing === 0) break
    const rest = { ...query, limit: missing }
    const read = async (select: Select) =>
      (await select(rest, order, range).execute(connection)).rows
    const found = await read(query.sought === undefined ? inOrder : nearby)
    const isEnough = query.sought === undefined || found.length === missing
    rows.push(...(isEnough ? found : await read(gathered)))
  }
  return rows
}

const named = ({ columns }: Pick<RowQuery, 'columns'>) =>
  sql.join(columns.map((name) => sql.ref(name)))
const ofKey = (order: Order) => orderBy({ ...order, key: sql`sort_key` })

/** Along the index of the order. */
const inOrder: Select = ({ table, condition, limit, ...query }, order, range) => sql<Row>`
  select ${named(query)}, ${order.key} as sort_key from ${sql.table(table)}
  where ${condition} and ${range} order by ${orderBy(order)} limit ${limit}`

/**
 * The same among the next rows alone, which is enough where many match. PostgreSQL takes matches to be spread evenly, and
 * would walk through a million names to the first Zoë.
 */
const nearby: Select = (
  { table, condition, limit, sought = 0, ...query },
  order,
  range,
) => sql<Row>`
  select ${named(query)}, sort_key from (
    select *, ${order.key} as sort_key from ${sql.table(table)}
    where ${range} order by ${orderBy(order)} limit ${lookedThrough(sought)}
  ) as near where ${condition} order by ${ofKey(order)} limit ${limit}`

/** More rows for a text that is too short for the index of trigrams, since all are looked through to gather those. */
const lookedThrough = (sought: number) => (sought < 3 ? 50_000 : 5000)

/** All that match, found by the index of trigrams and sorted then. */
const gathered: Select = ({ table, condition, limit, ...query }, order, range) => sql<Row>`
  with found as materialized (
    select ${named(query)}, ${order.key} as sort_key from ${sql.table(table)}
    where ${condition} and ${range}
  ) select * from found order by ${ofKey(order)} limit ${limit}`
