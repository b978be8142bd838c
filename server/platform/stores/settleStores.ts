import { sql } from 'kysely'
import type { Connection } from '../schema.ts'
import { refreshStores } from './figures.ts'
import { refreshReadiness } from './readinessFigures.ts'
import { among } from '../records/inScope.ts'
import type { StoreIds } from '../records/inScope.ts'

/** Works out the figures of stores that this transaction marked (014_storeHealth.ts): held first, in the order of ids, then read. */
export async function settleStores(
  trx: Connection,
  now: Date,
  named: readonly number[] = [],
): Promise<void> {
  const marks = await sql<{ storeId: number | null }>`
    delete from store_marks returning store_id`.execute(trx)
  const marked = marks.rows.map(({ storeId }) => storeId)
  const ids = [...new Set([...named, ...marked.filter((id) => id !== null)])]
  const isForAll = marked.includes(null)
  if (!isForAll && ids.length === 0) return
  await holdStores(trx, isForAll ? null : ids)
  if (ids.length > 0) await refreshStores(trx, now, ids)
  // What all stores inherit changes no count.
  if (isForAll) await refreshReadiness(trx, null)
}

/** Keeps others from changing these stores until the transaction ends. */
export const holdStores = (trx: Connection, ids: StoreIds) =>
  sql`select id from stores where ${among('id', ids)} order by id for no key update`.execute(trx)

/** Holds what new stores inherit: who changes that cannot hold a store which is not there yet. */
export async function holdInherited(trx: Connection, ids: readonly number[]): Promise<void> {
  await sql`select id from store_defaults for share`.execute(trx)
  await sql`
    select id from themes where id in (
      select theme_id from stores where ${among('id', ids)} union select theme_id from store_defaults)
    for share`.execute(trx)
}
