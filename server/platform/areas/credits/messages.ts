import { formatNumber } from '#shared/format/numbers.ts'

export const creditsMessages = {
  tooMuch: (balance: string) => `This member has only ${balance}. Enter a lower amount.`,
  balanceTooLow: (balance: string) =>
    `This member has only ${balance} left, so the full amount can't be removed.`,
  otherUnit: (unit: string) => `Choose ${unit}, this store's unit.`,
  past: 'Choose today or a later date.',
  neverExpires: "Leave this blank. Debits don't expire.",
  reversed: 'This entry has already been reversed.',
  reversalWaits: 'A reversal of this entry is already waiting for a second operator.',
  stillWaits: 'The reversal exceeds your 24-hour limits, so a second operator must approve it.',
  notReversible: "Expirations and reversals can't be reversed.",
  expired: 'Expired before use',
  known: 'This reference is already in the ledger.',
  importUndone: 'Import undone',
  wouldBeFree: (count: number) =>
    count === 1
      ? "1 credit request from the last 30 days wouldn't have needed approval"
      : `${formatNumber(count)} credit requests from the last 30 days wouldn't have needed approval`,
  wouldWait: (count: number) =>
    count === 1
      ? '1 credit request from the last 30 days would have needed approval'
      : `${formatNumber(count)} credit requests from the last 30 days would have needed approval`,
  nothingLeft: 'This entry has no credits left to expire.',
  expiryAboveLimits:
    'This exceeds your 24-hour limits. Debit the credits instead, so that a second operator can approve the debit.',
  expires: (amount: string, members: number) =>
    members === 1
      ? `${amount} will expire now for 1 member.`
      : `A total of ${amount} will expire now for ${formatNumber(members)} members.`,
  wrongLeft: 'The parameter "left" can only be "some".',
  otherRemainder: (left: string) =>
    `The remaining credits of this entry changed to ${left} after the preview. Expire the entry again.`,
  notEntered: "This request never reached the ledger, so there's nothing to undo.",
  rowsWait: (waiting: number, total: number) => {
    if (total === 1)
      return 'The row will wait for a second operator, because it exceeds your 24-hour limits.'
    if (waiting === total)
      return `All ${formatNumber(total)} rows will wait for a second operator, because they exceed your 24-hour limits.`
    return waiting === 1
      ? `1 of ${formatNumber(total)} rows will wait for a second operator, because it exceeds your 24-hour limits. The other rows will be added right away.`
      : `${formatNumber(waiting)} of ${formatNumber(total)} rows will wait for a second operator, because they exceed your 24-hour limits. The other rows will be added right away.`
  },
  expirationDeadline: (members: number, store: string) =>
    members === 1
      ? `1 member's credits at ${store} expire`
      : `${formatNumber(members)} members' credits at ${store} expire`,
  storeHasLeft: (store: string, left: string, limit: string) =>
    `${store}: ${left} left of your 24-hour limit of ${limit} for the store.`,
} as const

/** The alert about requests that wait for a second operator. */
export const creditAlertMessages = {
  creditsWait: (store: string) => `Credits at ${store} need approval`,
  creditsWaitDetail: (requester: string, count: number) =>
    count === 1
      ? `1 credit request from ${requester} is waiting for a second operator.`
      : `${formatNumber(count)} credit requests from ${requester} are waiting for a second operator.`,
}
