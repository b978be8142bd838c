/** The choices for failed payments. */
export const attemptChoiceMessages = {
  reasons: {
    insufficient_funds: 'Insufficient funds',
    expired_card: 'Expired card',
    authentication_required: 'Authentication required',
    fraud_block: 'Fraud block',
    gateway_error: 'Gateway error',
    configuration: 'Setup error',
  },
  retryables: { yes: 'Yes', no: 'No', customer: 'After the member acts' },
  actors: { member: 'Member', bank: 'Bank', operator: 'Operator', provider: 'Provider' },
  states: {
    open: 'Open',
    scheduled: 'Scheduled',
    waiting: 'Waiting',
    processing: 'Processing',
    recovered: 'Recovered',
    abandoned: 'Abandoned',
    dismissed: 'Dismissed',
  },
} as const

/** States of a charge. */
export const chargeStates = {
  asked: 'Sent to the provider',
  waiting: 'Waiting for the member',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  refused: 'Rejected',
  unknown: 'Unknown',
} as const

/** The fields of the forms for failed payments and incidents. */
export const attemptFieldMessages = {
  when: 'Retry time',
  reason: 'Reason',
  dismissalReason: 'Reason for dismissal',
  result: 'Result',
  results: { charged: 'Charged (the order is paid)', notCharged: 'Not charged (you can retry)' },
  resolution: 'Resolution',
  retryHint: 'Retries the payment for each order whose last payment failed for this reason.',
}

/** Labels of the changes of a failed payment. */
export const attemptChangeMessages = {
  retry: 'Retry now',
  schedule: 'Schedule retry',
  link: 'Send payment link',
  accept: 'Processing at the provider',
  dismiss: 'Dismiss',
  reopen: 'Reopen',
  recover: 'Paid',
  abandon: 'Abandoned',
  lose: 'Charge status unknown',
  settle: 'Record result',
  miss: 'Retry missed',
} as const

/** The causes of incidents and the ways to fix them. */
export const incidentCauseMessages = {
  accountRestricted: (provider: string) => `The ${provider} account is restricted`,
  accountClosed: (provider: string) => `The ${provider} account is locked or closed`,
  permissionMissing: (provider: string) => `The ${provider} account lacks a permission`,
  accountNotValid: (provider: string) => `The ${provider} account isn't valid`,
  keyExpired: (provider: string) => `The ${provider} key has expired`,
  methodNotActive: (provider: string) => `The payment method isn't active at ${provider}`,
  merchantUnknown: (provider: string) =>
    `The ${provider} API key can't access its merchant account`,
  merchantNotValid: (provider: string) => `The ${provider} merchant account isn't valid`,
  methodNotSetUp: (provider: string) => `The payment method isn't set up at ${provider}`,
  setupRejected: (provider: string) => `${provider} is rejecting payments (setup error)`,
  setupRejectedWithCode: (provider: string, code: string) =>
    `${provider} is rejecting payments (setup error ${code})`,
  providerErrors: (provider: string) => `${provider} is returning errors`,
  moreDeclines: (provider: string, reason: string) =>
    `${provider} is declining more payments than usual (${reason})`,
  openSetup: 'Open payment setup',
  retryAll: 'Retry all payments that failed for this reason',
  showPayments: 'Show payments',
}
