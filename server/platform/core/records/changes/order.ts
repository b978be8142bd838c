import { sql } from 'kysely'
import { array, optional, type } from 'superstruct'
import { formatActor } from '#shared/engine/actors.ts'
import { is } from '#shared/engine/is.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { requireRecordStoreAccess } from '../authorizeWrite.ts'
import { getVisibleRows } from '../storeScope.ts'
import type { ScopedResource } from '../storeScope.ts'
import { lockRecordOrder } from '../positions.ts'
import { loadRecords, loadRecord } from '../loadRecord.ts'
import { RecordId } from '../recordId.ts'
import { recordMessages } from '../messages.ts'

const RecordIds = array(RecordId)
const OrderBody = type({ ids: RecordIds, was: optional(RecordIds) })

/**
 * PUT /x/order: reorders the named records in place among all of them. Rejects if one moved since
 * `was`. Only moved records get a new version.
 */
export async function reorderRecords(
  resource: ScopedResource,
  position: string,
  { trx, request, now, caller, audit }: RequestContext,
): Promise<CallResult> {
  if (!is(request.body, OrderBody)) throw badRequest(recordMessages.orderBody)
  const { ids, was: previousIds } = request.body
  await lockRecordOrder(trx, resource)
  const table = sql.table(resource.name)
  const column = sql.ref(position)
  const parentColumn = sql.ref(resource.relations.parent ?? 'id')
  const siblings = sql`${parentColumn} in (select ${parentColumn} from ${table} where id = any(${ids}::int[]))`
  const { rows } = await sql<{ id: number; position: number | null; whole: number }>`
    select id, ${column} as position, ${parentColumn} as whole
    from ${getVisibleRows(resource, resource.storeIds)}
    where ${resource.relations.parent === undefined ? sql`true` : siblings}
    order by ${column}, id for update`.execute(trx)

  const namedIds = new Set(ids)
  const namedRows = rows.filter(({ id }) => namedIds.has(id))
  const isOfOne =
    resource.relations.parent === undefined || new Set(namedRows.map((row) => row.whole)).size < 2
  if (!isOfOne || namedIds.size !== ids.length || namedRows.length !== ids.length)
    throw new HttpError(422, 'invalid', recordMessages.orderIds)

  const displaced = previousIds
    ? namedRows.filter(({ id }, index) => id !== previousIds[index]).map(({ id }) => id)
    : []
  if (displaced.length > 0) throw await createOrderConflict(trx, resource, displaced)

  const before = new Map(rows.map(({ id, position }) => [id, position]))
  const queue = ids.values()
  const moved = rows
    .map(({ id }) => (namedIds.has(id) ? (queue.next().value ?? id) : id))
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => before.get(id) !== position)
  if (moved.length === 0) return { status: 204 }
  if (resource.storeIds !== null) {
    const movedIds = moved.map(({ id }) => id)
    const records = await loadRecords(trx, resource, movedIds, false)
    await requireRecordStoreAccess(resource, { trx }, [...records.values()])
  }

  await sql`update ${table} set ${column} = place.position, version = version + 1,
      updated_at = ${now}, updated_by = ${caller.email}
    from unnest(${moved.map(({ id }) => id)}::int[], ${moved.map(({ position }) => position)}::int[])
      as place (id, position)
    where ${table}.id = place.id`.execute(trx)
  await audit({
    event: `${resource.name}.reordered`,
    before: Object.fromEntries(moved.map(({ id }) => [id, before.get(id) ?? null])),
    after: Object.fromEntries(moved.map(({ id, position }) => [id, position])),
  })
  return { status: 204 }
}

async function createOrderConflict(
  trx: Connection,
  resource: ScopedResource,
  ids: number[],
): Promise<HttpError> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(resource.name)} where id = any(${ids}::int[])
    order by updated_at desc, id limit 1`.execute(trx)
  const current = await loadRecord(trx, resource, rows[0]?.id ?? 0)
  return new HttpError(
    409,
    'conflict',
    recordMessages.orderChangedBy(formatActor(current.updatedBy)),
    {
      current,
    },
  )
}
