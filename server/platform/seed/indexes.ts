import { sql } from 'kysely'
import type { Connection } from '../schema.ts'

type Index = { name: string; definition: string }

/** Tables that get so many rows that their indexes are better made afterwards. */
const large = ['members', 'orders', 'payment_attempts', 'credit_entries', 'gift_cards', 'audit']

/**
 * Drops the indexes of the large tables, save those that keep rows unique, and returns what makes them again. Both in
 * the caller's transaction, so that nobody ever sees the tables without.
 */
export async function withoutIndexes(connection: Connection): Promise<() => Promise<void>> {
  const { rows } = await sql<Index>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where not indisunique
      and indrelid = any(${large}::regclass[])`.execute(connection)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(connection)
  return async () => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(connection)
    for (const { definition } of rows) await sql.raw(definition).execute(connection)
  }
}
