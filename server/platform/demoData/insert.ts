import { sql } from 'kysely'
import { columnName } from '../database/columnName.ts'
import type { Connection } from '../database/schema.ts'
import { tables } from './demoData.ts'
import type { Batch, Table } from './demoData.ts'

/** Rows of one insert: enough that the round trip does not count, few enough to be read at once. */
const rowsAtOnce = 5000

const rowsGathered = 20_000

/** Puts the many small batches of the generator together to few large ones; no row comes before what it refers to. */
export function* gathered(batches: Iterable<Batch>): Generator<Batch> {
  const kept = new Map(tables.map((table): [Table, object[]] => [table, []]))
  let count = 0
  function* flush(): Generator<Batch> {
    for (const [table, rows] of kept)
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        yield { table, rows: rows.slice(from, from + rowsAtOnce) }
    for (const table of tables) kept.set(table, [])
    count = 0
  }
  for (const { table, rows } of batches) {
    const open = kept.get(table)
    for (const row of rows) open?.push(row)
    count += rows.length
    if (count >= rowsGathered) yield* flush()
  }
  yield* flush()
}

/** Inserts rows as one JSON text, which both databases take in fastest. All have the same columns; `same`: those equal in all. */
export async function insertRows(
  connection: Connection,
  { table, rows }: Batch,
  same: Record<string, unknown> = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const own = Object.keys(first)
  const others = Object.keys(same)
  const columns = sql.join([...own, ...others].map((name) => sql.ref(name)))
  const into = sql.table(table)
  const [base, text] = [jsonOf([same], others).slice(1, -1), jsonOf(rows, own)]
  await sql`insert into ${into} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(
      json_populate_record(null::${into}, ${base}), ${text})`.execute(connection)
}

function jsonOf(rows: readonly object[], columns: readonly string[]): string {
  const keys = columns.map((name) => `"${columnName(name)}":`)
  const texts = rows.map((row) => {
    const values: Record<string, unknown> = { ...row }
    return `{${columns.map((name, index) => keys[index] + JSON.stringify(values[name])).join()}}`
  })
  return `[${texts.join()}]`
}
