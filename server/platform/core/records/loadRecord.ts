import { sql } from 'kysely'
import { formatActor } from '#shared/engine/actors.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { notFound, HttpError } from '../platform/httpError.ts'
import { matchRowTimes } from '#server/platform/database/monthPartitions.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getRecordColumns } from './list/columns.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ScopedResource } from './storeScope.ts'
import { addLabels } from './labels.ts'
import { redactOtherStores } from './otherStores.ts'
import { recordMessages } from './messages.ts'

/**
 * Loads the record with this ID. Rejects with 404 if it doesn't exist or is outside the caller's
 * stores.
 */
export async function loadRecord(
  connection: Connection,
  resource: ScopedResource,
  id: number,
): Promise<AnyRecord> {
  const row = await loadRecordRow(connection, resource, id)
  return toLabeledRecord(connection, resource, row)
}

export async function toLabeledRecord(
  connection: Connection,
  resource: ScopedResource,
  row: Record<string, unknown>,
): Promise<AnyRecord> {
  const [record = row] = await addLabels(connection, resource, [row])
  return record as AnyRecord // `getRecordColumns` selected the columns.
}

/**
 * Loads and locks a record until the transaction ends. Rejects with 409 if it has another version.
 */
export async function lockRecord(
  connection: Connection,
  resource: ScopedResource,
  id: number,
  version: number | null,
): Promise<AnyRecord> {
  const row = await loadRecordRow(connection, resource, id, sql`for update`)
  const record = await toLabeledRecord(connection, resource, row)
  if (version !== null && version !== record.version) {
    const [visible = record] = await redactOtherStores(connection, resource, [record])
    throw versionConflict(visible)
  }
  return record
}

/** Loads a record without the labels of its references, which may be many. */
export async function loadUnlabeledRecord(
  connection: Connection,
  resource: ScopedResource,
  id: number,
  { lock }: { lock: boolean },
): Promise<AnyRecord> {
  return (await loadRecordRow(
    connection,
    resource,
    id,
    lock ? sql`for update` : sql``,
  )) as AnyRecord // As above.
}

export const versionConflict = (current: AnyRecord) =>
  new HttpError(
    409,
    'conflict',
    recordMessages.recordChangedBy(formatActor(current.updatedBy), current.version),
    {
      current,
    },
  )

/**
 * Loads the records with these IDs that the caller can see, by ID. `locksRows` locks them in the order
 * of their IDs until the transaction ends.
 */
export async function loadRecords(
  connection: Connection,
  resource: ScopedResource,
  ids: readonly number[],
  locksRows: boolean,
): Promise<Map<number, AnyRecord>> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))}
    from ${getVisibleRows(resource, resource.storeIds)} where id = any(${[...ids]}::int[])
      and ${await matchRowTimes(connection, resource.name, ids)}
    order by id ${locksRows ? sql`for update` : sql``}`.execute(connection)
  const records = (await addLabels(connection, resource, rows)) as AnyRecord[] // As above.
  return new Map(records.map((record) => [record.id, record]))
}

async function loadRecordRow(
  connection: Connection,
  resource: ScopedResource,
  id: number,
  lock = sql``,
) {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))}
    from ${getVisibleRows(resource, resource.storeIds)}
    where id = ${id} and ${await matchRowTimes(connection, resource.name, [id])} ${lock}`.execute(
    connection,
  )
  const [row] = rows
  if (!row) throw notFound(resource.title.one)
  return row
}
