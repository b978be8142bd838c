/** The states of refunds, and the fields of their forms. */
export const refundMessages = {
  states: {
    requested: 'Requested',
    waiting: 'Waiting',
    processing: 'Processing',
    unknown: 'Unknown',
    succeeded: 'Succeeded',
    failed: 'Failed',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
  },
  scope: 'Payments to refund',
  scopes: { duplicates: 'All but the first payment', all: 'All payments' },
  charge: 'Payment',
  amount: 'Amount',
  reason: 'Reason',
  result: 'Result',
  results: {
    refunded: 'Refunded (the member gets the money)',
    notRefunded: 'Not refunded (you can refund again)',
  },
  outcomeReasonHint: "For example, the refund's ID in the provider's dashboard.",
  asCredits: 'Give as credits',
  asCreditsHint: "The member gets credits instead, and the provider isn't called.",
} as const
