import { reversalFields } from '#shared/areas/credits/creditCalls.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change, Work } from '#server/platform/core/http/call.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { lockApprovalBudget } from './approvalBudget.ts'
import { enter, heldBy, wrongState } from './enter.ts'
import { findLots, keepNextExpiry } from './expire.ts'
import { creditMessages } from './messages.ts'

/** POST /creditEntries/ID/expiry: what is left of an entry expires now, with a reason. */
export async function expireByHand(change: Change): Promise<Answer> {
  const { trx, caller, asked } = change
  const values = readValues({ fields: reversalFields }, asked.body, 'all')
  const id = recordIdOf(creditEntries, asked)
  await expireEntry(change, id, String(values['reason']))
  return { status: 200, body: await readRecord(trx, scopedTo(caller, creditEntries), id) }
}

/**
 * Expires what is left of an entry. It counts toward the operator's limits like a debit, and above them it's refused: a debit can
 * wait for a second operator. `check` may reject what is left, in minor units.
 */
export async function expireEntry(
  { trx, caller, now, audit }: Work,
  entryId: number,
  reason: string,
  check?: (left: number, unit: string) => void,
): Promise<void> {
  const entry = (await lockRecord(trx, scopedTo(caller, creditEntries), entryId, null)) as RecordOf<
    typeof creditEntries
  > // A record of this definition has its fields.
  const { id, storeId, memberId, unit } = entry
  const budget = await lockApprovalBudget(trx, { accounts: [caller], storeIds: [storeId], now })
  await heldBy(trx, memberId, unit)
  const lots = await findLots(trx, { memberId, unit })
  const left = lots.find((lot) => lot.entry === id)?.left ?? 0
  check?.(left, unit)
  if (left === 0) throw wrongState(creditMessages.nothingLeft)
  const spending = { storeId, memberId, unit, amount: -left }
  if (!budget.spend(spending)) throw wrongState(creditMessages.expiryAboveLimits)
  await enter(trx, now, [
    {
      ...spending,
      type: 'expire',
      reason,
      issuedBy: caller.email,
      reference: `#${id}`,
      enteredAloneBy: [caller.id],
    },
  ])
  await keepNextExpiry(trx, { memberId, unit })
  await audit({
    event: `${creditEntries.name}.expired`,
    target: targetOf(creditEntries, entry),
    after: { amount: -left, unit, reason },
  })
}
