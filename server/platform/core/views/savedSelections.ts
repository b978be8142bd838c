import { sql } from 'kysely'
import { Selection } from '#shared/engine/list/selection.ts'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import { validationFailed } from '../platform/httpError.ts'
import type { ReadableResource } from '../records/list/readExtension.ts'
import { buildSelectionCondition } from '../records/list/selection.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { viewMessages } from './messages.ts'

/** Splits the selection from the body of a new view. Rejects one that isn't valid with 422. */
export function splitSelection(body: unknown): { selection: Selection | null; body: unknown } {
  if (typeof body !== 'object' || body === null || !('selection' in body))
    return { selection: null, body }
  const { selection, ...rest } = body
  if (!is(selection, Selection)) throw validationFailed({ selection: viewMessages.selectionBody })
  return { selection, body: rest }
}

/** Finds the records of a selection that the caller sees. Rejects none, or too many, with 422. */
export async function findSelectedIds(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  selection: Selection,
  now: Date,
): Promise<number[]> {
  const condition = await buildSelectionCondition(connection, resource, selection, now)
  const { rows } = await sql<{ id: number }>`
    select id from ${getVisibleRows(resource, resource.storeIds)} where ${condition}
    order by id limit ${limits.bulkRecords + 1}`.execute(connection)
  if (rows.length === 0) throw validationFailed({ selection: viewMessages.emptySelection })
  if (rows.length > limits.bulkRecords)
    throw validationFailed({ selection: viewMessages.longSelection(limits.bulkRecords) })
  return rows.map(({ id }) => id)
}
