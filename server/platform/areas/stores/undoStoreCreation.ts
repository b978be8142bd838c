import { sql } from 'kysely'
import { findRecordsToRecount, refreshStoreCounts } from './figures/counts.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { deleteRecord } from '#server/platform/core/records/changes/delete.ts'
import type { ImportHooks } from '#server/platform/core/records/resourceHooks.ts'
import { storeCallMessages } from './messages.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'

/**
 * Deletes a store that an import created at once and without a hold, since it has no members or
 * orders yet.
 */
export const undoStoreCreation: NonNullable<ImportHooks['undoCreate']> = async (
  context,
  created,
  resource,
) => {
  const { trx, caller } = context
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from members where store_id = ${created.id})
      or exists (select from orders where store_id = ${created.id}) as used`.execute(trx)
  if (rows[0]?.used) throw invalidState(storeCallMessages.inUse)
  const store = await deleteRecord(limitToCaller(caller, resource), context, created)
  await refreshStoreCounts(trx, findRecordsToRecount([store], [{}]))
  return { outcome: 'done', sentence: null }
}
