import { independentDays } from '#shared/credits/approval.ts'
import { formatNumber } from '#shared/numbers.ts'

const namedApprovers = 3

/** "Ann, Bo, or 2 other operators" */
function listNames(names: readonly string[], total: number): string {
  const others = total - names.length
  const rest = others === 1 ? '1 other operator' : `${formatNumber(others)} other operators`
  const all = others > 0 ? [...names, rest] : names
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(all)
}

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
  expire: (entry: string) => `Expire ${entry}`,
  expireNow: 'Expire now',
  explainExpiry: (left: string) =>
    `The rest of this entry, ${left}, expires now. The member can't spend it anymore.`,
  expiryAboveLimits:
    'This is above your limits for 24 hours. Debit the credits instead: a second operator can approve a debit.',
  nothingLeft: 'Nothing of this entry is left to expire.',
  left: (amount: string) => `, ${amount} left`,
  back: 'Take back',
  isBack: 'This entry was taken back already.',
  backWaits: 'That this entry be taken back waits for a second operator.',
  decide: (request: string) => `Decide ${request}`,
  limit: `What an operator can enter in 24 hours for a member or a store is limited. Above the limits, a second operator has to approve. Neither of the two can have created or changed the other's account in the last ${independentDays} days.`,
  own: 'You entered this yourself, so another operator has to approve or reject it. You can withdraw it.',
  approvers: (names: readonly string[], total: number) =>
    total === 0
      ? 'Waiting for approval, but nobody can approve this: no other operator has access to credits in this store and is independent of the requester. Ask an administrator to add one.'
      : `Waiting for approval. ${listNames(names.slice(0, namedApprovers), total)} can approve this.`,
  asker: 'Asked for by',
  decided: 'Decided by',
  limits: 'Limits',
  limitsTitle: 'Limits without approval',
  limitsExplain:
    'The limits count credits and debits that one operator entered without approval in the last 24 hours, in each store and for each member. Above them a second operator approves. If you raise a limit, it stays as it was for you until another operator sets it.',
} as const
