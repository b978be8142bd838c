import { independentDays } from '#shared/credits/approval.ts'

export const creditsMessages = {
  create: 'Issue or debit',
  unitFollows: 'Follows from the store',
  balance: (held: string) => `Balance ${held}`,
  becomes: (held: string, after: string) => `Balance ${held}, ${after} after this`,
  short: (held: string, missing: string) => `Balance ${held}, ${missing} too little for this`,
  noBalance: 'The balance could not be read.',
  sums: 'Totals of all that was found',
  sumsBy: (field: string) => `Total by ${field.toLowerCase()}`,
  waiting: 'Waiting for approval',
  soon: 'Expiring within 30 days',
  takeBack: (entry: string) => `Take back ${entry}`,
  explainBack: (amount: string) =>
    `An entry of ${amount} is added, which names this one: at once, or, above the limit that is set, when a second operator approves. What was spent since cannot be taken back.`,
  back: 'Take back',
  isBack: 'This entry was taken back already.',
  backWaits: 'That this entry be taken back waits for a second operator.',
  decide: (request: string) => `Decide ${request}`,
  limit: `Above the limit that is set a second operator approves: one whose account who asked has neither made nor changed in the last ${independentDays} days.`,
  own: 'You asked for this yourself: another operator approves or rejects it. You may withdraw it.',
  asker: 'Asked for by',
  decided: 'Decided by',
  limits: 'Limits',
  limitsTitle: 'What one operator enters alone',
  limitsExplain:
    'Above it a second operator approves. A limit that you raise counts for others: for what you ask yourself it stays as it was, until another operator sets it.',
} as const
