import { canDecide, decisions, isRequester } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { engineMessages } from '#shared/engine/messages.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import type { Caller } from '../auth/tokens.ts'
import { invalidState, validationFailed } from '../platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { approvalRuleMessages } from './messages.ts'
import { findDependency } from './relatedAccounts.ts'

/**
 * Rejects a decision that this operator can't make: with 409 about their own request or that of a
 * related account, with 422 `fields.reason` without a reason that is required.
 */
export async function assertCanDecide(
  trx: Connection,
  request: AnyRecord,
  { caller, decision, reason }: { caller: Caller; decision: DecisionName; reason: string | null },
): Promise<void> {
  if (!canDecide(decision, isRequester(request, caller)))
    throw invalidState(
      decision === 'withdraw' ? approvalRuleMessages.notTheirs : approvalRuleMessages.notOwn,
    )
  if (decision === 'approve') {
    const requester = { id: request['askerId'] as number | null, email: request.createdBy }
    const dependency = await findDependency(trx, {
      approver: caller,
      requester,
      at: request.createdAt,
    })
    if (dependency === 'onAsker')
      throw invalidState(approvalRuleMessages.dependent(request.createdBy))
    if (dependency === 'onApprover')
      throw invalidState(approvalRuleMessages.askerOfApprover(request.createdBy))
  }
  if (decisions[decision].reason && reason === null)
    throw validationFailed({ reason: messages.validation.required(engineMessages.reason) })
}
