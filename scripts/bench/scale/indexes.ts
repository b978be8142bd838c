import { Client } from 'pg'

const largeTables = [
  'members',
  'orders',
  'payment_attempts',
  'payment_attempt_keys',
  'credit_entries',
  'credit_balances',
  'audit',
  'log_chain',
  'search_entries',
]

/** Tables whose indexes are built at once: one for each core of the machine that the bench is made for. */
const parallelBuilds = 2

/**
 * Drops all indexes of the large tables except primary keys, because building them once is faster.
 * The database lists them until `rebuildIndexes`. Resolves to their number.
 */
export async function dropIndexes(client: Client): Promise<number> {
  const tables = [largeTables]
  const { rows: constraints } = await client.query(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
    from pg_constraint where contype = 'u' and conrelid = any($1::text[]::regclass[]) order by conname`,
    tables,
  )
  await client.query('begin')
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`)
  // PostgreSQL prints the index of a partitioned table with ON ONLY, which excludes its partitions.
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as statement
    from pg_index where not indisprimary and indrelid = any($1::text[]::regclass[])
    order by indrelid, indexrelid`,
    tables,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { statement } of [...indexes, ...constraints])
    await client.query('insert into bench.dropped_indexes (statement) values ($1)', [statement])
  await client.query('commit')
  return indexes.length + constraints.length
}

/**
 * Builds the dropped indexes again, of a few tables at once, and then the constraints, which lock
 * their tables. A later call skips those that are built. Indexes of one table are built in turn,
 * because PostgreSQL could give two indexes of a partition the same name.
 */
export async function rebuildIndexes(client: Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<DroppedIndex>(
    'select id, statement from bench.dropped_indexes order by id',
  )
  const isConstraint = ({ statement }: DroppedIndex) => statement.startsWith('alter table')
  const indexes = rows.filter((row) => !isConstraint(row))
  const tables = [...Map.groupBy(indexes, getTable).values()]
  await Promise.all(Array.from({ length: parallelBuilds }, () => buildAll(databaseUrl, tables)))
  await buildAll(databaseUrl, [rows.filter(isConstraint)])
}

type DroppedIndex = { id: number; statement: string }

const getTable = ({ statement }: DroppedIndex) => / ON (\S+)/.exec(statement)?.[1]

/** Takes the statements of a table from the list until it's empty, and executes them. */
async function buildAll(databaseUrl: string, tables: DroppedIndex[][]): Promise<void> {
  const builder = new Client({ connectionString: databaseUrl })
  await builder.connect()
  try {
    await builder.query(`set maintenance_work_mem = '1GB'`)
    for (let table = tables.shift(); table; table = tables.shift())
      for (const { id, statement } of table) {
        await builder.query('begin')
        await builder.query(statement)
        await builder.query('delete from bench.dropped_indexes where id = $1', [id])
        await builder.query('commit')
      }
  } finally {
    await builder.end()
  }
}
