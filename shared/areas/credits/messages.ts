export const creditExpiryMessages = {
  reason: 'Reason',
  label: 'Expire',
  asks: 'Expire the remaining credits in',
  explains:
    "Each entry's remaining credits expire now and count toward your 24-hour limits. Members can no longer spend them, and you can't undo this.",
} as const

/** Texts about decisions on credit requests. */
export const creditApprovalMessages = {
  points: 'Points',
  states: { waiting: 'Waiting', posted: 'Posted', rejected: 'Rejected', withdrawn: 'Withdrawn' },
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  decision: 'Decision',
} as const
