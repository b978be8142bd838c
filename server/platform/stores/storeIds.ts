import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The stores that something is done for; null is all of them. */
export type StoreIds = readonly number[] | null

/** A condition on a column that names a store, or whatever else has ids. */
export const among = (column: string, ids: StoreIds): RawBuilder<boolean> =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::int[])`
