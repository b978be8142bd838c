import { sql } from 'kysely'
import { alertQueue } from '../attention/queueName.ts'
import type { Connection } from '../schema.ts'
import { refreshCounts } from './counts.ts'
import { moveMembers, hold } from './memberCounts.ts'
import type { Came } from './memberCounts.ts'
import { refreshReadiness } from './readinessFigures.ts'
import { among } from '../records/inScope.ts'

type Mark = { storeId: number | null; groupId: number | null; came: number }

/**
 * Works out the figures of stores that this transaction marked (131_storeMarks.ts): held first, in the order of ids, then read. What others marked is theirs.
 * Returns the queues to post to once the transaction has been committed.
 */
export async function settleStores(
  trx: Connection,
  now: Date,
  named: readonly number[] = [],
): Promise<string[]> {
  const { rows: marks } = await sql<Mark>`
    delete from store_marks where made_by = pg_current_xact_id_if_assigned()
    returning store_id, group_id, came`.execute(trx)
  const marked = marks.map(({ storeId }) => storeId)
  const ids = [...new Set([...named, ...marked.filter((id) => id !== null)])]
  const isForAll = marked.includes(null)
  if (!isForAll && ids.length === 0) return settled.has(trx) ? [alertQueue] : []
  settled.add(trx)
  await moveMembers(trx, 'memberGroups', movesOf(marks, 'groupId'))
  await hold(trx, 'stores', isForAll ? null : ids)
  await moveMembers(trx, 'stores', movesOf(marks, 'storeId'))
  if (ids.length > 0) {
    await refreshCounts(trx, now, ids)
    await refreshReadiness(trx, ids)
  }
  // What all stores inherit changes no count.
  if (isForAll) await refreshReadiness(trx, null)
  return [alertQueue]
}

/** Transactions that changed the figures of a store: a later call in the same transaction finds no more marks. */
const settled = new WeakSet<Connection>()

const movesOf = (marks: readonly Mark[], counting: 'groupId' | 'storeId'): Came[] =>
  marks.flatMap(({ [counting]: id, came }) => (id === null || came === 0 ? [] : [{ id, came }]))

/** Holds what new stores inherit: who changes that cannot hold a store which is not there yet. */
export async function holdInherited(trx: Connection, ids: readonly number[]): Promise<void> {
  await sql`select id from store_defaults for share`.execute(trx)
  await sql`
    select id from themes where id in (
      select theme_id from stores where ${among('id', ids)} union select theme_id from store_defaults)
    for share`.execute(trx)
}
