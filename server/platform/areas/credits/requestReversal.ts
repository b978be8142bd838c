import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockStoreCredits } from './approvalBudget.ts'
import { lockBalance } from './postEntries.ts'
import { postReadyRequests } from './postCreditRequests.ts'
import { creditsMessages } from './messages.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'

type CreditEntry = RecordOf<typeof creditEntries>

/**
 * Requests the reversal of an entry by its opposite. Posted at once or, above the limits, once a
 * second operator approves it.
 */
export async function requestReversal(
  context: WriteContext,
  entryId: number,
  reason: string,
): Promise<AnyRecord> {
  const { trx, caller, now, audit } = context
  // A record of this definition has its fields. A second reversal of the same entry waits here.
  const entry = (await lockRecord(
    trx,
    limitToCaller(caller, creditEntries),
    entryId,
    null,
  )) as CreditEntry
  const { storeId, memberId, unit, amount } = entry
  // Before the balance, as in every other write, so that two writes can't deadlock.
  await lockStoreCredits(trx, [storeId])
  await assertReversible(trx, entry)
  const balance = await lockBalance(trx, memberId, unit)
  if (amount > balance)
    throw invalidState(creditsMessages.balanceTooLow(formatMoney(balance, unit)))
  const values = {
    storeId,
    memberId,
    type: amount > 0 ? 'debit' : 'issue',
    amount: Math.abs(amount),
    unit,
    reason,
    reverses: entry.id,
  }
  const stamp = {
    createdAt: now,
    createdBy: caller.email,
    updatedAt: now,
    updatedBy: caller.email,
  }
  const row = await withRecordTables(trx)
    .insertInto(creditRequests.name)
    .values({ ...values, ...stamp })
    .returning(getRecordColumns(creditRequests))
    .executeTakeFirstOrThrow()
  const request = row as AnyRecord // The columns are those of `getRecordColumns`.
  await audit({
    event: `${creditRequests.name}.created`,
    target: toAuditTarget(creditRequests, request),
    after: values,
  })
  await postReadyRequests(context, [request])
  return loadRecord(trx, limitToCaller(caller, creditRequests), request.id)
}

async function assertReversible(trx: Connection, { id, type }: CreditEntry): Promise<void> {
  if (type === 'reverse' || type === 'expire') throw invalidState(creditsMessages.notReversible)
  const selectReversals = (name: string) =>
    withRecordTables(trx).selectFrom(name).select('id').where('reverses', '=', id)
  if (await selectReversals(creditEntries.name).executeTakeFirst())
    throw invalidState(creditsMessages.reversed)
  const waitingReversals = selectReversals(creditRequests.name).where('state', '=', 'waiting')
  if (await waitingReversals.executeTakeFirst()) throw invalidState(creditsMessages.reversalWaits)
}
