import { sql } from 'kysely'
import type { Resource } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { FieldValues } from './values.ts'

/**
 * Locks a list's order until the transaction ends, so that two appended records can't get the same
 * position.
 */
export async function lockRecordOrder(connection: Connection, resource: Resource): Promise<void> {
  const name = `${resource.name} order`
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(connection)
}

/**
 * Puts records without a position at the end, in the given order. `id` is the record being changed,
 * if any.
 */
export async function fillPositions(
  connection: Connection,
  resource: Resource,
  records: FieldValues[],
  id = 0,
): Promise<FieldValues[]> {
  const { position } = resource.list
  const { parent = '' } = resource.relations
  if (position === undefined || records.every((values) => values[position] !== null)) return records
  await lockRecordOrder(connection, resource)
  const last = new Map<unknown, number>()
  const placed: FieldValues[] = []
  for (const values of records) {
    if (values[position] !== null) {
      placed.push(values)
      continue
    }
    const parentId = values[parent]
    const lastPosition =
      last.get(parentId) ?? (await findLastPosition(connection, resource, values, id))
    last.set(parentId, lastPosition + 1)
    placed.push({ ...values, [position]: lastPosition + 1 })
  }
  return placed
}

async function findLastPosition(
  connection: Connection,
  { name, list: { position = '' }, relations: { parent } }: Resource,
  values: FieldValues,
  id: number,
) {
  const [table, column] = [sql.table(name), sql.ref(parent ?? 'id')]
  const parentId = values[parent ?? ''] ?? sql`(select ${column} from ${table} where id = ${id})`
  const { rows } = await sql<{ last: number | null }>`
    select max(${sql.ref(position)}) as last from ${table}
    where ${parent === undefined ? sql`true` : sql`${column} = ${parentId}`}`.execute(connection)
  return rows[0]?.last ?? 0
}
