import { independentDays } from '#shared/credits/approval.ts'
import { formatNumber } from '#shared/numbers.ts'

export const creditMessages = {
  tooMuch: (held: string) => `This member holds ${held}: no more can be taken`,
  otherUnit: (unit: string) => `This store counts in ${unit}`,
  past: 'This day is over',
  neverExpires: 'What is taken does not expire: leave this empty',
  decided: (state: string) => `The request does not wait any more: ${state}.`,
  notOwn: 'You asked for this yourself: another operator must decide it.',
  dependent: (asker: string) =>
    `Your account goes back to ${asker}, who asked for this: they made or changed it, or one of its groups, in the last ${independentDays} days, or somebody did whose account goes back to them. Another operator must approve it.`,
  askerOfApprover: (asker: string) =>
    `In the last ${independentDays} days, you or an account you created made or changed the account of ${asker} or one of its groups. Another operator has to approve this.`,
  notTheirs: 'Only who asked for this may withdraw it.',
  reversed: 'This entry was taken back already.',
  reversalWaits:
    'That this entry be taken back was asked for already: it waits for a second operator.',
  stillWaits: 'It waits for a second operator, as it is above the limit.',
  notReversible: 'What expired, or takes back another entry, cannot be taken back.',
  expired: 'Not spent in time',
  known: 'Reference: the ledger has it already',
  importUndone: 'The import that made it was undone',
  wouldBeFree: (count: number) =>
    `${count} of the last 30 days that waited for a second operator would not have to,`,
  wouldWait: (count: number) => `${count} of the last 30 days would wait for a second operator,`,
  nothingLeft: 'Nothing of this entry is left to expire.',
  expiryAboveLimits:
    'This is above your limits for 24 hours. Debit the credits instead: a second operator can approve a debit.',
  expires: (amount: string, members: number) =>
    `${amount} of ${members === 1 ? '1 member' : `${formatNumber(members)} members`} expires now.`,
  wrongLeft: 'The parameter left can only be "some".',
  otherRemainder: (left: string) =>
    `What is left of this entry has changed to ${left} since the plan was made. Plan again.`,
  notEntered: 'It was not entered.',
} as const
