import type { AnyRecord } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { raiseCreditApprovalAlerts } from './alerts.ts'
import { postEntries } from './postEntries.ts'
import type { NewEntry } from './postEntries.ts'
import { refreshNextExpiry } from './expireCredits.ts'
import { lockApprovalBudget, toSpending } from './approvalBudget.ts'

/** Posts requests in order as far as the operator's limits allow. All others wait for approval. */
export async function postReadyRequests(
  context: WriteContext,
  requests: readonly AnyRecord[],
): Promise<void> {
  const { trx, now, caller } = context
  const waiting = requests.filter(({ state }) => state === 'waiting')
  const storeIds = [...new Set(waiting.map(({ storeId }) => Number(storeId)))]
  const budget = await lockApprovalBudget(trx, { accounts: [caller], storeIds, now })
  const ready = waiting.filter((request) => budget.spend(toSpending(request)))
  for (const [id, entryId] of await postCreditRequests(context, ready, [caller.id]))
    await withRecordTables(trx)
      .updateTable(creditRequests.name)
      .set({ state: 'posted', entryId })
      .where('id', '=', id)
      .execute()
  const aboveLimits = waiting.filter((request) => !ready.includes(request))
  if (aboveLimits.length > 0) await raiseCreditApprovalAlerts(context, aboveLimits)
}

/** Posts the entries that these requests ask for. Returns their IDs by request ID. */
export async function postCreditRequests(
  { trx, now, audit }: WriteContext,
  requests: readonly AnyRecord[],
  enteredAloneBy: readonly number[] | null = null,
): Promise<Map<number, number>> {
  const entries = requests.map((request) => ({ ...toEntry(request), enteredAloneBy }))
  const ids = await postEntries(trx, now, entries)
  for (const { reverses, memberId, unit, amount, reason } of entries) {
    if (reverses === null) continue
    // Credits that are given back may expire, depending on the lots that they return to.
    if (amount > 0) await refreshNextExpiry(trx, { memberId, unit })
    const entry = await loadRecord(trx, { ...creditEntries, storeIds: null }, reverses)
    await audit({
      event: `${creditEntries.name}.reversed`,
      target: toAuditTarget(creditEntries, entry),
      after: { amount, unit, reason },
    })
  }
  return new Map(entries.map((entry) => [entry.requestId, ids.get(entry) ?? 0]))
}

type RequestedEntry = NewEntry & { requestId: number; reverses: number | null }

function toEntry(request: AnyRecord): RequestedEntry {
  const { type, amount, expiresOn } = request
  const isIssue = type === 'issue'
  const reverses = typeof request['reverses'] === 'number' ? request['reverses'] : null
  return {
    storeId: Number(request['storeId']),
    memberId: Number(request['memberId']),
    type: reverses !== null ? 'reverse' : isIssue ? 'issue' : 'adjust',
    amount: isIssue ? Number(amount) : -Number(amount),
    unit: String(request['unit']),
    reason: String(request['reason']),
    issuedBy: request.createdBy,
    expiresAt: typeof expiresOn === 'string' ? getDayEnd(expiresOn) : null,
    reference: typeof request['reference'] === 'string' ? request['reference'] : null,
    reverses,
    requestId: request.id,
  }
}

const getDayEnd = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString()
