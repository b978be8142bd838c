import { sql } from 'kysely'
import { array, optional, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { badRequest, Refusal } from '#server/platform/core/platform/refusal.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { demandStoresOf } from '../admitted.ts'
import { rowsOf } from '../inScope.ts'
import type { Scoped } from '../inScope.ts'
import { holdOrder } from '../position.ts'
import { readMany, readRecord } from '../read.ts'
import { RecordId } from '../recordId.ts'
import { recordMessages } from '../messages.ts'

const Ids = array(RecordId)
const NewOrder = type({ ids: Ids, was: optional(Ids) })

/** PUT /x/order: the named take their places among all; refused where one moved since `was`. Only what moved gets a new version. */
export async function reorderRecords(
  resource: Scoped,
  position: string,
  { trx, asked, now, caller, audit }: Change,
): Promise<Answer> {
  if (!is(asked.body, NewOrder)) throw badRequest(recordMessages.orderBody)
  const { ids, was } = asked.body
  await holdOrder(trx, resource)
  const table = sql.table(resource.name)
  const column = sql.ref(position)
  const whole = sql.ref(resource.parent ?? 'id')
  const siblings = sql`${whole} in (select ${whole} from ${table} where id = any(${ids}::int[]))`
  const { rows } = await sql<{ id: number; position: number | null; whole: number }>`
    select id, ${column} as position, ${whole} as whole
    from ${rowsOf(resource, resource.storeIds)}
    where ${resource.parent === undefined ? sql`true` : siblings}
    order by ${column}, id for update`.execute(trx)

  const named = new Set(ids)
  const known = rows.filter(({ id }) => named.has(id))
  const isOfOne = resource.parent === undefined || new Set(known.map((row) => row.whole)).size < 2
  if (!isOfOne || named.size !== ids.length || known.length !== ids.length)
    throw new Refusal(422, 'invalid', recordMessages.orderIds)

  const strayed = was ? known.filter(({ id }, at) => id !== was[at]).map(({ id }) => id) : []
  if (strayed.length > 0) throw await movedMeanwhile(trx, resource, strayed)

  const before = new Map(rows.map(({ id, position }) => [id, position]))
  const queue = ids.values()
  const moved = rows
    .map(({ id }) => (named.has(id) ? (queue.next().value ?? id) : id))
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => before.get(id) !== position)
  if (moved.length === 0) return { status: 204 }
  if (resource.storeIds !== null) {
    const those = moved.map(({ id }) => id)
    const records = await readMany(trx, resource, those, false)
    await demandStoresOf(resource, { trx }, [...records.values()])
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

async function movedMeanwhile(trx: Connection, resource: Scoped, ids: number[]): Promise<Refusal> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(resource.name)} where id = any(${ids}::int[])
    order by updated_at desc, id limit 1`.execute(trx)
  const current = await readRecord(trx, resource, rows[0]?.id ?? 0)
  return new Refusal(409, 'conflict', recordMessages.orderChangedBy(current.updatedBy), { current })
}
