/** The unit and the states of credit requests, for both sides. */
export const creditApprovalMessages = {
  points: 'Points',
  states: { waiting: 'Waiting', posted: 'Posted', rejected: 'Rejected', withdrawn: 'Withdrawn' },
} as const
