import { isApproval } from '#server/platform/core/approval/isApproval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { approvalMessages } from '#shared/engine/messages.ts'
import { approvalStates, creditDecisions } from '#shared/areas/credits/approval.ts'
import type { ApprovalState } from '#shared/areas/credits/approval.ts'
import { decisionFields } from '#shared/engine/approvalCalls.ts'
import { reversalFields } from '#shared/areas/credits/creditCalls.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { assertCanDecide } from '#server/platform/core/approval/assertCanDecide.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { allowanceCall } from './allowanceCall.ts'
import { approversCall } from './approvers.ts'
import { lockStoreCredits } from './approvalBudget.ts'
import { postCreditRequests } from './postCreditRequests.ts'
import { handleExpireCreditEntry } from './expireEntry.ts'
import { requestReversal } from './requestReversal.ts'

const creditWriteOptions = {
  kind: 'write',
  permission: `${creditEntries.permission}:write`,
  method: 'post',
} as const

/**
 * The calls of credits, in addition to those of every resource
 * (shared/areas/credits/creditCalls.ts).
 */
export const creditCalls: readonly Call[] = [
  allowanceCall,
  approversCall,
  {
    ...creditWriteOptions,
    path: '/creditRequests/:id/decision',
    stepUp: isApproval,
    summary: "Approve or reject another operator's request, or withdraw your own",
    body: nameSchema('Decision', objectSchema(toSchemaProperties(decisionFields), ['decision'])),
    ifMatch: 'required',
    success: { status: 200, schema: buildRecordSchemas(creditRequests).record },
    handler: handleDecideCreditRequest,
  },
  {
    ...creditWriteOptions,
    path: '/creditEntries/:id/reversal',
    summary:
      'Reverse an entry. Above your 24-hour limits, a second operator must approve the reversal.',
    body: nameSchema('Reason', objectSchema(toSchemaProperties(reversalFields))),
    success: { status: 201, schema: buildRecordSchemas(creditRequests).record },
    handler: handleReverseCreditEntry,
  },
  {
    ...creditWriteOptions,
    path: '/creditEntries/:id/expiry',
    summary:
      "Expire an entry's remaining credits now. Amounts above your 24-hour limits are rejected.",
    body: nameSchema('Reason', objectSchema(toSchemaProperties(reversalFields))),
    success: { status: 200, schema: buildRecordSchemas(creditEntries).record },
    handler: handleExpireCreditEntry,
  },
]

async function handleDecideCreditRequest(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit } = context
  const version = requireVersion(context.request)
  const values = parseValues({ fields: decisionFields }, context.request.body, 'all')
  const decision = values['decision'] as DecisionName // One of the options of its field.
  const reason = values['reason'] as string | null // The field was validated.
  const resource = limitToCaller(caller, creditRequests)
  const request = await lockRecord(
    trx,
    resource,
    parseRecordId(creditRequests, context.request),
    version,
  )
  const state = request['state'] as ApprovalState // Written by the platform.
  if (state !== 'waiting')
    throw invalidState(approvalMessages.noLongerWaiting(approvalStates[state]))
  await assertCanDecide(trx, request, { caller, decision, reason })
  const { to } = creditDecisions[decision]
  await lockStoreCredits(trx, [Number(request['storeId'])])
  const ids = to === 'posted' ? await postCreditRequests(context, [request]) : null
  const entryId = ids?.get(request.id) ?? null
  const decidedValues = {
    state: to,
    decidedBy: caller.email,
    decidedAt: now,
    decisionReason: reason,
    entryId,
  }
  await withRecordTables(trx)
    .updateTable(creditRequests.name)
    .set({
      ...decidedValues,
      version: request.version + 1,
      updatedAt: now,
      updatedBy: caller.email,
    })
    .where('id', '=', request.id)
    .execute()
  await audit({
    event: `${creditRequests.name}.${to}`,
    target: toAuditTarget(creditRequests, request),
    before: { state },
    after: { state: to, decisionReason: reason },
  })
  const body = await loadRecord(trx, resource, request.id)
  await refreshApprovalAlerts(trx, now)
  return { status: 200, body, version: body.version }
}

async function handleReverseCreditEntry(context: RequestContext): Promise<CallResult> {
  const { request } = context
  const { reason } = parseValues({ fields: reversalFields }, request.body, 'all')
  const body = await requestReversal(context, parseRecordId(creditEntries, request), String(reason))
  return { status: 201, body, version: body.version }
}
