import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { recordTables } from '../schema.ts'
import type { Connection } from '../schema.ts'
import { answered } from './columns.ts'
import { withLabels } from './labels.ts'

/** The record of this id; refused with 404 when there is none. */
export async function readRecord(
  connection: Connection,
  resource: Resource,
  id: number,
): Promise<AnyRecord> {
  const row = await one(connection, resource, id).executeTakeFirst()
  if (!row) throw notFound(resource.title.one)
  return labelled(connection, resource, row)
}

/** A row as its record is answered. */
export async function labelled(
  connection: Connection,
  resource: Resource,
  row: Record<string, unknown>,
): Promise<AnyRecord> {
  const [record = row] = await withLabels(connection, resource, [row])
  return record as AnyRecord // The columns are those of `answered`.
}

/** The same, held for this transaction: what changes it next waits. A version that is not this one is a conflict. */
export async function lockRecord(
  connection: Connection,
  resource: Resource,
  id: number,
  version: number | null,
): Promise<AnyRecord> {
  const row = await one(connection, resource, id).forUpdate().executeTakeFirst()
  if (!row) throw notFound(resource.title.one)
  const record = await labelled(connection, resource, row)
  if (version !== null && version !== record.version)
    throw new Refusal(409, 'conflict', 'The record was changed meanwhile', {
      detail: `It was changed by ${record.updatedBy} and now has version ${record.version}.`,
      current: record,
    })
  return record
}

const one = (connection: Connection, resource: Resource, id: number) =>
  recordTables(connection).selectFrom(resource.name).select(answered(resource)).where('id', '=', id)
