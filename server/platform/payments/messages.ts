import { formatNumber } from '#shared/numbers.ts'

const countPayments = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'payment' : 'payments'}`

/** What the platform says about charges and their outcomes. */
export const paymentMessages = {
  processing: (gateway: string) =>
    `${gateway} is still processing the last payment of this order. Another charge could be a second one, so wait for the outcome: we check with ${gateway} until it's known.`,
  otherAttempt: (attempt: number) =>
    `This order was charged again after you confirmed: it's at attempt ${attempt} now. Look at its timeline, then retry.`,
  retryTitle: (count: number, label: string) => `Retry ${countPayments(count)}: ${label}`,
  linkTitle: (count: number, label: string) =>
    `Send ${formatNumber(count)} payment ${count === 1 ? 'link' : 'links'}: ${label}`,
  nothingToRetry: 'No payment that failed for this reason can be retried.',
  nothingToLink: 'No payment of this incident is waiting for a link.',
  otherCount: (count: number) =>
    `The payments of this incident changed: there ${count === 1 ? 'is' : 'are'} ${countPayments(count)} now. Check them, then confirm again.`,
  confirmTotals: 'The body must hold the payments and amounts that were confirmed.',
  needsSetupFix:
    "This payment failed because of the payment setup, which hasn't passed a test since. Fix and test the setup first.",
  never: "This card can't be charged again: its bank forbids it.",
  memberFirst: 'The member has to act before this card can be charged again. Send a payment link.',
  noRetry: "Another attempt can't help with this reason.",
  noEmail:
    "This store can't send email, so no link was created. Create the link in the payment's menu and send it yourself.",
  linkQueued: 'The link is in the email queue.',
  setupWorks: (setup: string) => `${setup} works again.`,
  notDue: 'This retry is not due any more.',
  processingStarted: (gateway: string) =>
    `${gateway} is processing the payment. You'll see the result in the timeline.`,
  forgotten: (gateway: string, key: string) =>
    `${gateway} has forgotten ${key} by now. Look there whether it was charged, and say here what came of it.`,
  noOutcome: (gateway: string, paymentId: string) =>
    `${gateway} didn't report an outcome of payment ${paymentId} within 30 days. Look there whether it was charged, then enter it here.`,
}
