import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from './cursor.ts'

type RangeCondition = RawBuilder<boolean>

/** An order by key and ID. `key` is an expression that is indexed together with the ID. */
export type KeysetOrder = { key: RawBuilder<unknown>; ascending: boolean; nullable: boolean }

export const buildOrderClause = ({ key, ascending }: KeysetOrder): RawBuilder<unknown> =>
  ascending ? sql`${key} asc, id asc` : sql`${key} desc, id desc`

/**
 * Returns what follows a position as ranges of the index, so that deep pages cost no more.
 * Comparisons skip nulls.
 */
export function buildKeysetRanges(
  { key, ascending, nullable }: KeysetOrder,
  position: Pick<Cursor, 'key' | 'id'> | null,
): RangeCondition[] {
  if (position === null) return [sql`true`]
  const beyond = sql.raw(ascending ? '>' : '<')
  if (position.key === null) {
    const followingNulls = sql<boolean>`${key} is null and id ${beyond} ${position.id}`
    return ascending ? [followingNulls] : [followingNulls, sql`${key} is not null`]
  }
  const following = sql<boolean>`(${key}, id) ${beyond} (${position.key}, ${position.id})`
  return ascending && nullable ? [following, sql`${key} is null`] : [following]
}
