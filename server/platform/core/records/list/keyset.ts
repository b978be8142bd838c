import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from './cursor.ts'

type RangeCondition = RawBuilder<boolean>

/** An order of (key, id): `key` is an expression that an index holds together with the id. */
export type KeysetOrder = { key: RawBuilder<unknown>; ascending: boolean; nullable: boolean }

export const buildOrderClause = ({ key, ascending }: KeysetOrder): RawBuilder<unknown> =>
  ascending ? sql`${key} asc, id asc` : sql`${key} desc, id desc`

/** What lies beyond a place, as ranges of the index, so that deep pages cost no more (design.md, API). Comparisons skip nulls. */
export function buildKeysetRanges(
  { key, ascending, nullable }: KeysetOrder,
  place: Pick<Cursor, 'key' | 'id'> | null,
): RangeCondition[] {
  if (place === null) return [sql`true`]
  const beyond = sql.raw(ascending ? '>' : '<')
  if (place.key === null) {
    const restOfNulls = sql<boolean>`${key} is null and id ${beyond} ${place.id}`
    return ascending ? [restOfNulls] : [restOfNulls, sql`${key} is not null`]
  }
  const rest = sql<boolean>`(${key}, id) ${beyond} (${place.key}, ${place.id})`
  return ascending && nullable ? [rest, sql`${key} is null`] : [rest]
}
