import { sql } from 'kysely'
import { countsMoved, refreshStoreCounts } from './figures/counts.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { removeRecord } from '#server/platform/core/records/changes/remove.ts'
import type { ImportWork } from '#server/platform/core/records/settled.ts'
import { wrongState } from './wrongState.ts'
import { storeCallMessages } from './messages.ts'

/** A store that a file made goes at once, and without a hold: nobody was in it yet. */
export const unmakeStore: NonNullable<ImportWork['unmake']> = async (work, made, resource) => {
  const { trx, caller } = work
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from members where store_id = ${made.id})
      or exists (select from orders where store_id = ${made.id}) as used`.execute(trx)
  if (rows[0]?.used) throw wrongState(storeCallMessages.inUse)
  const store = await removeRecord(scopedTo(caller, resource), work, made)
  await refreshStoreCounts(trx, countsMoved([store], [{}]))
  return { outcome: 'done', sentence: null }
}
