import { sql } from 'kysely'
import type { Connection } from '../database/schema.ts'
import { parseWords } from './text.ts'

type IndexDefinition = { table: string; name: string; definition: string }

const largeTables = parseWords(
  'members orders payment_attempts credit_entries gift_cards mails store_days audit',
)

/**
 * The name of an index in the last partition. Partitions number equal names in the order of their
 * creation, so indexes are created again in the order of these names.
 */
const partitionIndex = sql`(
  select max(relname) from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = indexrelid)`

/**
 * Drops indexes and constraints except primary keys, and returns a function that creates them
 * again. Both must run in one transaction, so that other connections never see the tables without
 * them.
 */
export async function dropLargeTableIndexes(connection: Connection): Promise<() => Promise<void>> {
  const { rows: constraints } = await sql<IndexDefinition>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('f', 'u') and conrelid = any(${largeTables}::regclass[])
    order by contype desc, conname`.execute(connection)
  const { rows: indexes } = await sql<IndexDefinition>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name,
      pg_get_indexdef(indexrelid) as definition
    from pg_index where not indisunique and indrelid = any(${largeTables}::regclass[])
    order by 1, length(${partitionIndex}), ${partitionIndex}, indexrelid`.execute(connection)

  const run = (statement: string) => sql.raw(statement).execute(connection)
  for (const { table, name } of constraints)
    await run(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  // PostgreSQL prints the index of a partitioned table with ON ONLY, which would exclude its
  // partitions.
  const withPartitions = (definition: string) => definition.replace(' ON ONLY ', ' ON ')
  return async () => {
    await run(`set local maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await run(withPartitions(definition))
    for (const { table, name, definition } of constraints)
      await run(`alter table ${table} add constraint ${name} ${definition}`)
  }
}
