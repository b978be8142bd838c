import { independentDays } from '#shared/engine/approval.ts'

/** Reasons why an operator can't decide about a request. */
export const approvalRuleMessages = {
  notOwn: 'You requested this, so another operator must approve or reject it.',
  dependent: (requester: string) =>
    `You can't approve this because the requester, ${requester}, created or changed your account or groups in the last ${independentDays} days. Ask another operator.`,
  askerOfApprover: (requester: string) =>
    `You can't approve this because you created or changed the account or groups of the requester, ${requester}, in the last ${independentDays} days. Ask another operator.`,
  notTheirs: 'Only the requester can withdraw this request.',
} as const
