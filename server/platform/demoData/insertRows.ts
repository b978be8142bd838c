import { sql } from 'kysely'
import { toColumnName } from '../database/toColumnName.ts'
import type { Connection } from '../database/schema.ts'
import { demoTables } from './tables.ts'
import type { RowBatch, DemoTable } from './tables.ts'

/** Rows per insert: enough that the round trip doesn't matter, few enough to parse at once. */
const insertBatchSize = 5000

const flushThreshold = 20_000

/**
 * Merges the generator's many small batches into a few large ones. Rows still come after the rows
 * they refer to.
 */
export function* mergeBatches(batches: Iterable<RowBatch>): Generator<RowBatch> {
  const pendingRows = new Map(demoTables.map((table): [DemoTable, object[]] => [table, []]))
  let count = 0
  function* flush(): Generator<RowBatch> {
    for (const [table, rows] of pendingRows)
      for (let from = 0; from < rows.length; from += insertBatchSize)
        yield { table, rows: rows.slice(from, from + insertBatchSize) }
    for (const table of demoTables) pendingRows.set(table, [])
    count = 0
  }
  for (const { table, rows } of batches) {
    const tableRows = pendingRows.get(table)
    for (const row of rows) tableRows?.push(row)
    count += rows.length
    if (count >= flushThreshold) yield* flush()
  }
  yield* flush()
}

/**
 * Inserts rows as one JSON text, the fastest way in both databases. All rows have the same columns;
 * `same` has the columns with the same value in every row.
 */
export async function insertRows(
  connection: Connection,
  { table, rows }: RowBatch,
  sharedValues: Record<string, unknown> = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const rowColumns = Object.keys(first)
  const sharedColumns = Object.keys(sharedValues)
  const columns = sql.join([...rowColumns, ...sharedColumns].map((name) => sql.ref(name)))
  const targetTable = sql.table(table)
  const [base, text] = [
    toJsonRows([sharedValues], sharedColumns).slice(1, -1),
    toJsonRows(rows, rowColumns),
  ]
  await sql`insert into ${targetTable} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(
      json_populate_record(null::${targetTable}, ${base}), ${text})`.execute(connection)
}

function toJsonRows(rows: readonly object[], columns: readonly string[]): string {
  const keys = columns.map((name) => `"${toColumnName(name)}":`)
  const texts = rows.map((row) => {
    const values: Record<string, unknown> = { ...row }
    return `{${columns.map((name, index) => keys[index] + JSON.stringify(values[name])).join()}}`
  })
  return `[${texts.join()}]`
}
