import { sql } from 'kysely'
import { array, integer, max, min, type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import { rowsOf } from './inScope.ts'
import type { Scoped } from './inScope.ts'
import { holdOrder } from './position.ts'

const NewOrder = type({ ids: array(max(min(integer(), 1), 2 ** 31 - 1)) })

/**
 * PUT /x/order: the records named take the places that they hold among all, in the order named; all others keep
 * theirs. Positions are then 1, 2, 3 ... without gaps, and only what moved gets a new version.
 */
export async function reorderRecords(
  resource: Scoped,
  position: string,
  { trx, asked, now, caller, audit }: Change,
): Promise<Answer> {
  if (!is(asked.body, NewOrder)) throw badRequest('The body must hold ids, a list of numbers.')
  const { ids } = asked.body
  await holdOrder(trx, resource)
  const table = sql.table(resource.name)
  const column = sql.ref(position)
  const { rows } = await sql<{ id: number; position: number | null }>`
    select id, ${column} as position from ${rowsOf(resource, resource.storeIds)} order by ${column}, id for update`.execute(
    trx,
  )

  const named = new Set(ids)
  const known = rows.filter(({ id }) => named.has(id))
  if (named.size !== ids.length || known.length !== ids.length)
    throw new Refusal(422, 'invalid', 'The order cannot be kept', {
      detail: 'An id was named twice, or no record has it (any longer).',
    })

  const before = new Map(rows.map(({ id, position }) => [id, position]))
  const queue = ids.values()
  const moved = rows
    .map(({ id }) => (named.has(id) ? (queue.next().value ?? id) : id))
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => before.get(id) !== position)
  if (moved.length === 0) return { status: 204 }

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
