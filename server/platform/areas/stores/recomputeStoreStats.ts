import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import { refreshStoreActivity } from './figures/counts.ts'
import { applyMemberDeltas, lockMemberCounts } from './figures/memberCounts.ts'
import type { CountDelta } from './figures/memberCounts.ts'
import { refreshReadiness } from './figures/readiness.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { alertQueueName } from '../alerts/index.ts'

type StoreMark = {
  storeId: number | null
  groupId: number | null
  came: number
  forAlerts: boolean
}

/**
 * Recomputes the stats of the stores that this transaction marked (migrations/0005_stores.ts). Locks them
 * by ID, then reads. Leaves the marks of other transactions.
 * Returns the queues to wake after commit.
 */
export async function recomputeStoreStats(
  trx: Connection,
  now: Date,
  storeIds: readonly number[] = [],
): Promise<string[]> {
  const { rows } = await sql<StoreMark>`
    delete from store_marks where made_by = pg_current_xact_id_if_assigned()
    returning store_id, group_id, came, for_alerts`.execute(trx)
  const marks = rows.filter(({ forAlerts }) => !forAlerts)
  if (rows.length > 0) markedTransactions.add(trx)
  const marked = marks.map(({ storeId }) => storeId)
  const ids = [...new Set([...storeIds, ...marked.filter((id) => id !== null)])]
  const isForAll = marked.includes(null)
  if (!isForAll && ids.length === 0) return markedTransactions.has(trx) ? [alertQueueName] : []
  markedTransactions.add(trx)
  await applyMemberDeltas(trx, 'memberGroups', getDeltas(marks, 'groupId'))
  await lockMemberCounts(trx, 'stores', isForAll ? null : ids)
  await applyMemberDeltas(trx, 'stores', getDeltas(marks, 'storeId'))
  if (ids.length > 0) {
    await refreshStoreActivity(trx, now, ids)
    await refreshReadiness(trx, ids)
  }
  // Values that all stores inherit don't change any count.
  if (isForAll) await refreshReadiness(trx, null)
  return [alertQueueName]
}

/** Transactions that left marks. A second call in the same transaction finds none. */
const markedTransactions = new WeakSet<Connection>()

const getDeltas = (marks: readonly StoreMark[], key: 'groupId' | 'storeId'): CountDelta[] =>
  marks.flatMap(({ [key]: id, came: delta }) => (id === null || delta === 0 ? [] : [{ id, delta }]))

/** Locks what new stores inherit. A change to it can't lock stores that don't exist yet. */
export async function lockStoreDefaultsAndThemes(
  trx: Connection,
  ids: readonly number[],
): Promise<void> {
  await sql`select id from store_defaults for share`.execute(trx)
  await sql`
    select id from themes where id in (
      select theme_id from stores where ${matchesIds('id', ids)} union select theme_id from store_defaults)
    for share`.execute(trx)
}
