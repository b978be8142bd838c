import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import { formatMoney } from '#shared/format/money.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { answered } from '#server/platform/core/records/list/columns.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockStoreCredits } from './approvalBudget.ts'
import { heldBy, wrongState } from './enter.ts'
import { enterReady } from './enterRequests.ts'
import { creditMessages } from './messages.ts'

type Entry = RecordOf<typeof creditEntries>

/** Asks that an entry of the ledger be taken back, by the opposite: entered at once, or, above the limit, when a second operator approves. */
export async function askReversal(work: Work, entryId: number, reason: string): Promise<AnyRecord> {
  const { trx, caller, now, audit } = work
  // A record of this definition has its fields. Who takes back the same waits here for the other.
  const entry = (await lockRecord(trx, scopedTo(caller, creditEntries), entryId, null)) as Entry
  const { storeId, memberId, unit, amount } = entry
  // Before the balance, as in every other write: two writes can't deadlock.
  await lockStoreCredits(trx, [storeId])
  await refuseAgain(trx, entry)
  const held = await heldBy(trx, memberId, unit)
  if (amount > held) throw wrongState(creditMessages.balanceTooLow(formatMoney(held, unit)))
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
  const row = await recordTables(trx)
    .insertInto(creditRequests.name)
    .values({ ...values, ...stamp })
    .returning(answered(creditRequests))
    .executeTakeFirstOrThrow()
  const request = row as AnyRecord // The columns are those of `answered`.
  await audit({
    event: `${creditRequests.name}.created`,
    target: targetOf(creditRequests, request),
    after: values,
  })
  await enterReady(work, [request])
  return readRecord(trx, scopedTo(caller, creditRequests), request.id)
}

async function refuseAgain(trx: Connection, { id, type }: Entry): Promise<void> {
  if (type === 'reverse' || type === 'expire') throw wrongState(creditMessages.notReversible)
  const ofEntry = (name: string) =>
    recordTables(trx).selectFrom(name).select('id').where('reverses', '=', id)
  if (await ofEntry(creditEntries.name).executeTakeFirst())
    throw wrongState(creditMessages.reversed)
  const waits = ofEntry(creditRequests.name).where('state', '=', 'waiting')
  if (await waits.executeTakeFirst()) throw wrongState(creditMessages.reversalWaits)
}
