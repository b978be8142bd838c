export const creditExpiryMessages = {
  reason: 'Reason',
  label: 'Expire',
  asks: 'Expire the rest of',
  explains:
    "The rest of each entry expires now, within your 24-hour limits. Members can't spend it anymore, and you can't undo this.",
} as const

/** What becomes of a credit request. */
export const approvalMessages = {
  points: 'Points',
  states: { waiting: 'Waiting', posted: 'Entered', rejected: 'Rejected', withdrawn: 'Withdrawn' },
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  decision: 'Decision',
} as const
