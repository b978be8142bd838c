import { sql } from 'kysely'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '../schema.ts'
import type { Values } from './values.ts'

/**
 * Holds the order of a resource for this transaction: two records that go to the end at once, or two new orders, would
 * otherwise be given the same places.
 */
export async function holdOrder(connection: Connection, resource: Resource): Promise<void> {
  const name = `${resource.name} order`
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(connection)
}

/** Records without a position go to the end, in the order given; `taken` are the values as they will be kept. */
export async function withPositions(
  connection: Connection,
  resource: Resource,
  records: Values[],
): Promise<Values[]> {
  const { position } = resource
  if (position === undefined || records.every((values) => values[position] !== null)) return records
  await holdOrder(connection, resource)
  let last = await lastPosition(connection, resource, position)
  return records.map((values) =>
    values[position] === null ? { ...values, [position]: ++last } : values,
  )
}

async function lastPosition(connection: Connection, resource: Resource, position: string) {
  const { rows } = await sql<{ last: number | null }>`
    select max(${sql.ref(position)}) as last from ${sql.table(resource.name)}`.execute(connection)
  return rows[0]?.last ?? 0
}
