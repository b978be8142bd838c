import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The stores that an action or an account covers; null means all. */
export type StoreIds = readonly number[] | null

export const matchesIds = (column: string, ids: StoreIds): RawBuilder<boolean> =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::int[])`
