import { approvalStates, decisions, isAsker, isTheirs } from '#shared/areas/credits/approval.ts'
import type { ApprovalState, DecisionName } from '#shared/areas/credits/approval.ts'
import { decisionFields, reversalFields } from '#shared/areas/credits/creditCalls.ts'
import { messages } from '#shared/messages.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, requiredVersion } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { refreshApprovalAlerts } from '../alerts/keepAttention.ts'
import { allowanceCall } from './allowanceCall.ts'
import { approversCall } from './approvers.ts'
import { lockStoreCredits } from './approvalBudget.ts'
import { wrongState } from './enter.ts'
import { enterRequests } from './enterRequests.ts'
import { expireByHand } from './expireByHand.ts'
import { findDependency } from './independent.ts'
import { creditMessages } from './messages.ts'
import { askReversal } from './reverse.ts'

const write = { kind: 'write', needs: `${creditEntries.permission}:write`, method: 'post' } as const

/** The calls of credits besides those that every resource has (shared/areas/credits/creditCalls.ts). */
export const creditCalls: readonly Call[] = [
  allowanceCall,
  approversCall,
  {
    ...write,
    path: '/creditRequests/:id/decision',
    summary: "Approve or reject another operator's request, or withdraw your own",
    body: object(propertiesOf(decisionFields), ['decision']),
    ifMatch: 'required',
    success: { status: 200, schema: recordSchemas(creditRequests).record },
    refusals: [409, 413, 415, 422, 428],
    answer: decide,
  },
  {
    ...write,
    path: '/creditEntries/:id/reversal',
    summary: 'Reverse an entry. Above the limit, a second operator has to approve the reversal.',
    body: object(propertiesOf(reversalFields)),
    success: { status: 201, schema: recordSchemas(creditRequests).record },
    refusals: [409, 413, 415, 422],
    answer: reverse,
  },
  {
    ...write,
    path: '/creditEntries/:id/expiry',
    summary:
      "Expire an entry's remaining credits now. Amounts above your credit limits are rejected.",
    body: object(propertiesOf(reversalFields)),
    success: { status: 200, schema: recordSchemas(creditEntries).record },
    refusals: [409, 413, 415, 422],
    answer: expireByHand,
  },
]

async function decide(change: Change): Promise<Answer> {
  const { trx, caller, now, audit } = change
  const version = requiredVersion(change.asked)
  const values = readValues({ fields: decisionFields }, change.asked.body, 'all')
  const decision = values['decision'] as DecisionName // One of the options of its field.
  const reason = values['reason'] as string | null // The rules of its field hold.
  const resource = scopedTo(caller, creditRequests)
  const request = await lockRecord(trx, resource, recordIdOf(creditRequests, change.asked), version)
  // What the platform wrote.
  const [state, askerId] = [request['state'] as ApprovalState, request['askerId'] as number | null]
  if (state !== 'waiting') throw wrongState(creditMessages.decided(approvalStates[state]))
  if (!isTheirs(decision, isAsker(request, caller)))
    throw wrongState(decision === 'withdraw' ? creditMessages.notTheirs : creditMessages.notOwn)
  const asker = { id: askerId, email: request.createdBy }
  if (decision === 'approve') {
    const asked = { approver: caller, asker, at: request.createdAt }
    const dependency = await findDependency(trx, asked)
    if (dependency === 'onAsker') throw wrongState(creditMessages.dependent(request.createdBy))
    if (dependency === 'onApprover')
      throw wrongState(creditMessages.askerOfApprover(request.createdBy))
  }
  if (decisions[decision].reason && reason === null)
    throw invalid({ reason: messages.validation.required(decisionFields.reason.label) })
  const { to } = decisions[decision]
  await lockStoreCredits(trx, [Number(request['storeId'])])
  const ids = to === 'posted' ? await enterRequests(change, [request]) : null
  const entryId = ids?.get(request.id) ?? null
  const decided = {
    state: to,
    decidedBy: caller.email,
    decidedAt: now,
    decisionReason: reason,
    entryId,
  }
  await recordTables(trx)
    .updateTable(creditRequests.name)
    .set({ ...decided, version: request.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', request.id)
    .execute()
  await audit({
    event: `${creditRequests.name}.${to}`,
    target: targetOf(creditRequests, request),
    before: { state },
    after: { state: to, decisionReason: reason },
  })
  const body = await readRecord(trx, resource, request.id)
  await refreshApprovalAlerts(trx, now)
  return { status: 200, body, version: body.version }
}

async function reverse(change: Change): Promise<Answer> {
  const { asked } = change
  const { reason } = readValues({ fields: reversalFields }, asked.body, 'all')
  const body = await askReversal(change, recordIdOf(creditEntries, asked), String(reason))
  return { status: 201, body, version: body.version }
}
