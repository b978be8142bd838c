export const creditsMessages = {
  create: 'Issue or debit credits',
  unitFollows: 'Set by the store',
  balance: (balance: string) => `Balance ${balance}`,
  balanceAfter: (balance: string, after: string) => `Balance ${balance} now, ${after} afterward`,
  missingBalance: (balance: string, missing: string) => `Balance ${balance}, ${missing} short`,
  noBalance: "We couldn't load the balance.",
  totals: 'Totals for all results',
  totalBy: (field: string) => `Total by ${field.toLowerCase()}`,
  waiting: 'Waiting for approval',
  expiringSoon: 'Expiring within 30 days',
  reverseTitle: (entry: string) => `Reverse entry: ${entry}`,
  returnsCredits: (amount: string) => `This gives ${amount} back to the member.`,
  removesCredits: (amount: string) =>
    `This removes ${amount} from the member's balance. If the balance is less than that, you can't reverse the entry.`,
  reversalLimit: 'A second operator must approve reversals above your 24-hour limits.',
  expire: (entry: string) => `Expire entry: ${entry}`,
  expireNow: 'Expire now',
  explainExpiry: (left: string) =>
    `The remaining credits from this entry (${left}) expire now, and the member can no longer spend them.`,
  expiryAboveLimits:
    'This amount is above your 24-hour limits. Debit the credits instead, so that a second operator can approve the debit.',
  nothingLeft: 'This entry has no credits left to expire.',
  left: (amount: string) => `${amount} left`,
  reverse: 'Reverse',
  isReversed: 'This entry has already been reversed.',
  reversalWaiting: 'The reversal of this entry is waiting for a second operator.',
  decide: (request: string) => `Approve or reject request: ${request}`,
  limit: 'A second operator must approve requests above the 24-hour limits.',
  noApprovers:
    "No other operator can approve this request. Ask an admin to give another operator access to credits. That operator and the requester must not have changed each other's accounts.",
  limits: 'Limits',
  limitsTitle: 'Approval limits',
  limitsExplain:
    'Each operator can issue, debit, and refund up to these amounts in 24 hours without approval. If you raise a limit, the old limit still applies to you until another operator changes it.',
} as const
