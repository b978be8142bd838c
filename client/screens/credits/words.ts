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
    `This adds an entry of ${amount} that reverses this one. If that exceeds your limits for 24 hours, a second operator has to approve it first. Spent credits can't be reversed.`,
  back: 'Take back',
  isBack: 'This entry was taken back already.',
  backWaits: 'That this entry be taken back waits for a second operator.',
  decide: (request: string) => `Decide ${request}`,
  limit: `What an operator enters in 24 hours for a member or a store is limited. Above the limits a second operator approves: someone whose account the first one has neither created nor changed in the last ${independentDays} days.`,
  own: 'You asked for this yourself: another operator approves or rejects it. You may withdraw it.',
  asker: 'Asked for by',
  decided: 'Decided by',
  limits: 'Limits',
  limitsTitle: 'Limits without approval',
  limitsExplain:
    'The limits count credits and debits that one operator entered without approval in the last 24 hours, in each store and for each member. Above them a second operator approves. If you raise a limit, it stays as it was for you until another operator sets it.',
} as const
