import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { answered } from './list/columns.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { withLabels } from './labels.ts'
import { hideOtherStores } from './otherStores.ts'
import { recordMessages } from './messages.ts'

/** The record of this id; refused with 404 when there is none, or none that the caller's stores reach. */
export async function readRecord(
  connection: Connection,
  resource: Scoped,
  id: number,
): Promise<AnyRecord> {
  const row = await one(connection, resource, id)
  return labelled(connection, resource, row)
}

export async function labelled(
  connection: Connection,
  resource: Scoped,
  row: Record<string, unknown>,
): Promise<AnyRecord> {
  const [record = row] = await withLabels(connection, resource, [row])
  return record as AnyRecord // The columns are those of `answered`.
}

/** The same, held for this transaction: what changes it next waits. A version that is not this one is a conflict. */
export async function lockRecord(
  connection: Connection,
  resource: Scoped,
  id: number,
  version: number | null,
): Promise<AnyRecord> {
  const row = await one(connection, resource, id, sql`for update`)
  const record = await labelled(connection, resource, row)
  if (version !== null && version !== record.version) {
    const [visible = record] = await hideOtherStores(connection, resource, [record])
    throw conflictWith(visible)
  }
  return record
}

/** The record without the names of what it refers to, which may be many; `lock` holds it for this transaction. */
export async function readRow(
  connection: Connection,
  resource: Scoped,
  id: number,
  { lock }: { lock: boolean },
): Promise<AnyRecord> {
  return (await one(connection, resource, id, lock ? sql`for update` : sql``)) as AnyRecord // The columns are those of `answered`.
}

export const conflictWith = (current: AnyRecord) =>
  new Refusal(409, 'conflict', recordMessages.recordChangedBy(current.updatedBy, current.version), {
    current,
  })

/** The records of these ids that are there for who asks, by id; held for this transaction, in the order of their ids, where that is asked. */
export async function readMany(
  connection: Connection,
  resource: Scoped,
  ids: readonly number[],
  holds: boolean,
): Promise<Map<number, AnyRecord>> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(answered(resource).map((name) => sql.ref(name)))}
    from ${rowsOf(resource, resource.storeIds)} where id = any(${[...ids]}::int[])
    order by id ${holds ? sql`for update` : sql``}`.execute(connection)
  const records = (await withLabels(connection, resource, rows)) as AnyRecord[] // As `labelled`.
  return new Map(records.map((record) => [record.id, record]))
}

async function one(connection: Connection, resource: Scoped, id: number, lock = sql``) {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(answered(resource).map((name) => sql.ref(name)))}
    from ${rowsOf(resource, resource.storeIds)} where id = ${id} ${lock}`.execute(connection)
  const [row] = rows
  if (!row) throw notFound(resource.title.one)
  return row
}
