import { reversalFields } from '#shared/areas/credits/creditCalls.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext, WriteContext } from '#server/platform/core/http/call.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { lockApprovalBudget } from './approvalBudget.ts'
import { postEntries, lockBalance } from './postEntries.ts'
import { findLots, refreshNextExpiry } from './expireCredits.ts'
import { creditsMessages } from './messages.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'

/** POST /creditEntries/ID/expiry: expires the remaining amount of an entry now, with a reason. */
export async function handleExpireCreditEntry(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request } = context
  const values = parseValues({ fields: reversalFields }, request.body, 'all')
  const id = parseRecordId(creditEntries, request)
  await postExpiry(context, id, String(values['reason']))
  return { status: 200, body: await loadRecord(trx, limitToCaller(caller, creditEntries), id) }
}

/**
 * Expires the remaining amount of an entry. It counts toward the operator's limits like a debit.
 * Above them it's rejected, because a debit can wait for a second operator and an expiry can't.
 * `check` may reject the remaining amount, in minor units.
 */
export async function postExpiry(
  { trx, caller, now, audit }: WriteContext,
  entryId: number,
  reason: string,
  check?: (left: number, unit: string) => void,
): Promise<void> {
  const entry = (await lockRecord(
    trx,
    limitToCaller(caller, creditEntries),
    entryId,
    null,
  )) as RecordOf<typeof creditEntries> // A record of this definition has its fields.
  const { id, storeId, memberId, unit } = entry
  const budget = await lockApprovalBudget(trx, { accounts: [caller], storeIds: [storeId], now })
  await lockBalance(trx, memberId, unit)
  const lots = await findLots(trx, { memberId, unit })
  const remaining = lots.find((lot) => lot.entryId === id)?.remaining ?? 0
  check?.(remaining, unit)
  if (remaining === 0) throw invalidState(creditsMessages.nothingLeft)
  const spending = { storeId, memberId, unit, amount: -remaining }
  if (!budget.spend(spending)) throw invalidState(creditsMessages.expiryAboveLimits)
  await postEntries(trx, now, [
    {
      ...spending,
      type: 'expire',
      reason,
      issuedBy: caller.email,
      reference: `#${id}`,
      enteredAloneBy: [caller.id],
    },
  ])
  await refreshNextExpiry(trx, { memberId, unit })
  await audit({
    event: `${creditEntries.name}.expired`,
    target: toAuditTarget(creditEntries, entry),
    after: { amount: -remaining, unit, reason },
  })
}
