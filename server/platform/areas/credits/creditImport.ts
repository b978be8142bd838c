import { sql } from 'kysely'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import type { ImportHooks, ImportTotal } from '#server/platform/core/records/resourceHooks.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { findCreditApprovalNotes } from './creditImportNotes.ts'
import { creditsMessages } from './messages.ts'
import { requestReversal } from './requestReversal.ts'

/**
 * The parts of the import that are specific to credits: references already in the ledger, balances
 * before and after, and how an import is undone.
 */
export const creditImport: ImportHooks = {
  async findDuplicates(trx, records) {
    const references = records.map(({ storeId, reference }) => ({ store_id: storeId, reference }))
    const { rows } = await sql<{ storeId: number; reference: string }>`
      select distinct store_id, reference from credit_entries
        join jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as asked (store_id integer, reference text)
          using (store_id, reference)`.execute(trx)
    const knownReferences = new Set(rows.map((row) => `${row.storeId} ${row.reference}`))
    return records.map(({ storeId, reference }) =>
      typeof reference === 'string' && knownReferences.has(`${String(storeId)} ${reference}`)
        ? creditsMessages.known
        : null,
    )
  },

  async totals(db, importId) {
    const { rows } = await sql<ImportTotal>`
      with made as (select record ->> 'unit' as unit, (record ->> 'storeId')::integer as store_id,
          sum((record ->> 'amount')::bigint * case record ->> 'type' when 'issue' then 1 else -1 end) as change
        from import_lines where import_id = ${importId} and action = 'create' group by 1, 2),
      held as (select unit, store_id, sum(balance) as balance from credit_balances
        join made using (unit, store_id) group by 1, 2)
      select unit, coalesce(sum(balance), 0)::float8 as before,
        (coalesce(sum(balance), 0) + sum(change))::float8 as after
      from made left join held using (unit, store_id) group by unit order by unit`.execute(db)
    return rows
  },

  notes: findCreditApprovalNotes,

  /** Reverses a posted entry. Withdraws a request that still waits for a second operator. */
  async undoCreate(context, { id }) {
    const { trx, caller, now } = context
    const request = await lockRecord(trx, limitToCaller(caller, creditRequests), id, null)
    const { state, entryId } = request
    if (state === 'posted') {
      const reversal = await requestReversal(context, Number(entryId), creditsMessages.importUndone)
      return reversal['state'] === 'posted'
        ? { outcome: 'done', sentence: null }
        : { outcome: 'unchanged', sentence: creditsMessages.stillWaits }
    }
    if (state !== 'waiting') return { outcome: 'unchanged', sentence: creditsMessages.notEntered }
    await withRecordTables(trx)
      .updateTable(creditRequests.name)
      .set({
        state: 'withdrawn',
        decidedBy: caller.email,
        decidedAt: now,
        decisionReason: creditsMessages.importUndone,
        version: request.version + 1,
        updatedAt: now,
        updatedBy: caller.email,
      })
      .where('id', '=', id)
      .execute()
    return { outcome: 'done', sentence: null }
  },
}
