export const creditReasonMessages = {
  reason: 'Reason',
} as const

/**
 * Texts about decisions on credit requests, for both sides. The notification after a decision is in
 * `shared/navigation/flashMessage.ts`, like all notifications.
 */
export const creditApprovalMessages = {
  points: 'Points',
  states: { waiting: 'Waiting', posted: 'Posted', rejected: 'Rejected', withdrawn: 'Withdrawn' },
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  decision: 'Decision',
  noLongerWaiting: (status: string) =>
    `This request is no longer waiting. Its status is ${status}.`,
} as const
