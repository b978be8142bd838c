/** The states of refunds, and the fields of their forms. */
export const refundMessages = {
  states: {
    requested: 'Requested',
    waiting: 'Waiting',
    processing: 'Processing',
    succeeded: 'Succeeded',
    failed: 'Failed',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
  },
  charge: 'Payment',
  amount: 'Amount',
  reason: 'Reason',
  asCredits: 'Give as credits',
  asCreditsHint: "The member gets credits instead, and the provider isn't called.",
} as const
